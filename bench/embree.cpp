// Embree 3 on the meshes, instances and rays of bench embree: the yardstick of the trace kernel. The bench compiles it where Debian's
// libembree-dev and a C++ compiler are.
//
//   embree SCENE RAYS THREADS
//
// SCENE, little-endian words: number of meshes, number of instances; for each mesh the number of its triangles and 9 f32 each; for each
// instance the number of its mesh and 12 f32, the rows of the map into the scene. Without instances, the meshes stand in place.
// RAYS: 6 f32 a ray (origin, direction). A line a mode: rays, hits, sum of distances, million rays a second, the best of seven.
#include <embree3/rtcore.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

using Clock = std::chrono::steady_clock;

static std::vector<uint32_t> readWords(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) { fprintf(stderr, "embree: cannot open %s\n", path); exit(2); }
  fseek(file, 0, SEEK_END);
  std::vector<uint32_t> words(ftell(file) / 4);
  rewind(file);
  if (fread(words.data(), 4, words.size(), file) != words.size()) { fprintf(stderr, "embree: cannot read %s\n", path); exit(2); }
  fclose(file);
  return words;
}

static float asFloat(uint32_t word) {
  float number;
  memcpy(&number, &word, 4);
  return number;
}

static RTCScene newScene(RTCDevice device) {
  RTCScene scene = rtcNewScene(device);
  rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
  return scene;
}

static void attach(RTCScene scene, RTCGeometry geometry) {
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
}

/** A mesh of loose triangles, whose corners lie at `corners`. */
static RTCGeometry meshOf(RTCDevice device, const uint32_t* corners, size_t triangles) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, triangles * 3), corners, triangles * 36);
  auto* index = (unsigned*)rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, triangles);
  for (size_t k = 0; k < triangles * 3; k++) index[k] = k;
  return geometry;
}

static RTCScene readScene(RTCDevice device, const std::vector<uint32_t>& words) {
  RTCScene scene = newScene(device);
  size_t meshes = words[0], instances = words[1], at = 2;
  std::vector<RTCScene> parts;
  for (size_t k = 0; k < meshes; k++) {
    size_t triangles = words[at++];
    RTCScene part = instances ? newScene(device) : scene;
    attach(part, meshOf(device, &words[at], triangles));
    if (instances) rtcCommitScene(part);
    parts.push_back(part);
    at += triangles * 9;
  }
  for (size_t k = 0; k < instances; k++, at += 13) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_INSTANCE);
    rtcSetGeometryInstancedScene(geometry, parts[words[at]]);
    float rows[12];
    for (int n = 0; n < 12; n++) rows[n] = asFloat(words[at + 1 + n]);
    rtcSetGeometryTransform(geometry, 0, RTC_FORMAT_FLOAT3X4_ROW_MAJOR, rows);
    attach(scene, geometry);
  }
  rtcCommitScene(scene);
  return scene;
}

struct Sum {
  size_t hits = 0;
  double distance = 0;
  void add(unsigned geometry, float t) {
    if (geometry == RTC_INVALID_GEOMETRY_ID) return;
    hits++;
    distance += t;
  }
};

static Sum single(RTCScene scene, const float* rays, size_t from, size_t to) {
  Sum sum;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  for (size_t k = from; k < to; k++) {
    const float* ray = rays + k * 6;
    RTCRayHit query = {};
    query.ray.org_x = ray[0]; query.ray.org_y = ray[1]; query.ray.org_z = ray[2];
    query.ray.dir_x = ray[3]; query.ray.dir_y = ray[4]; query.ray.dir_z = ray[5];
    query.ray.tfar = std::numeric_limits<float>::infinity();
    query.ray.mask = -1;
    query.hit.geomID = query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context, &query);
    sum.add(query.hit.geomID, query.ray.tfar);
  }
  return sum;
}

template <int WIDTH, class Query, class Intersect>
static Sum packets(RTCScene scene, const float* rays, size_t from, size_t to, Intersect intersect) {
  Sum sum;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  alignas(64) int valid[WIDTH];
  alignas(64) Query query;
  for (size_t begin = from; begin < to; begin += WIDTH) {
    for (int k = 0; k < WIDTH; k++) {
      valid[k] = begin + k < to ? -1 : 0;
      const float* ray = rays + (begin + k < to ? begin + k : from) * 6;
      query.ray.org_x[k] = ray[0]; query.ray.org_y[k] = ray[1]; query.ray.org_z[k] = ray[2];
      query.ray.dir_x[k] = ray[3]; query.ray.dir_y[k] = ray[4]; query.ray.dir_z[k] = ray[5];
      query.ray.tnear[k] = 0; query.ray.tfar[k] = std::numeric_limits<float>::infinity();
      query.ray.mask[k] = -1; query.ray.flags[k] = 0; query.ray.time[k] = 0;
      query.hit.geomID[k] = query.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
    }
    intersect(valid, scene, &context, &query);
    for (int k = 0; k < WIDTH; k++) if (valid[k]) sum.add(query.hit.geomID[k], query.ray.tfar[k]);
  }
  return sum;
}

template <class Trace>
static void measure(const char* name, size_t rays, int threads, Trace trace) {
  double best = std::numeric_limits<double>::infinity();
  Sum total;
  for (int round = 0; round < 7; round++) {
    std::vector<Sum> parts(threads);
    std::vector<std::thread> pool;
    auto begin = Clock::now();
    for (int k = 0; k < threads; k++) pool.emplace_back([&, k] { parts[k] = trace(rays * k / threads, rays * (k + 1) / threads); });
    for (auto& thread : pool) thread.join();
    double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (seconds < best) best = seconds;
    total = Sum();
    for (auto& part : parts) { total.hits += part.hits; total.distance += part.distance; }
  }
  printf("%s: %zu rays %zu hits %.1f sum %.3f Mrays/s\n", name, rays, total.hits, total.distance, rays / best / 1e6);
}

int main(int argc, char** argv) {
  if (argc != 4) { fprintf(stderr, "usage: embree SCENE RAYS THREADS\n"); return 2; }
  auto words = readWords(argv[1]), rayWords = readWords(argv[2]);
  int threads = atoi(argv[3]);
  auto begin = Clock::now();
  RTCScene scene = readScene(rtcNewDevice(nullptr), words);
  printf("build: %.0f ms\n", std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  const float* rays = (const float*)rayWords.data();
  size_t count = rayWords.size() / 6;
  measure("rtcIntersect1", count, threads, [&](size_t a, size_t b) { return single(scene, rays, a, b); });
  measure("rtcIntersect4", count, threads, [&](size_t a, size_t b) { return packets<4, RTCRayHit4>(scene, rays, a, b, rtcIntersect4); });
  measure("rtcIntersect8", count, threads, [&](size_t a, size_t b) { return packets<8, RTCRayHit8>(scene, rays, a, b, rtcIntersect8); });
  measure("rtcIntersect16", count, threads, [&](size_t a, size_t b) { return packets<16, RTCRayHit16>(scene, rays, a, b, rtcIntersect16); });
}

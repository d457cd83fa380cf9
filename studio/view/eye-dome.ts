import {
  Color,
  GLSL3,
  LinearSRGBColorSpace,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  RawShaderMaterial,
  Scene,
  Vector2,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

/**
 * Shades a picture by the depth around each pixel, which shows the shape of a cloud without normals (C. Boucheny,
 * "Visualisation scientifique de grands volumes de données", 2009).
 */
export class EyeDome {
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly material = new RawShaderMaterial({
    glslVersion: GLSL3,
    depthTest: false,
    depthWrite: false,
    vertexShader: 'in vec3 position; void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: SHADE,
    uniforms: {
      colors: { value: null },
      depths: { value: null },
      nearFar: { value: new Vector2() },
      strength: { value: 0.6 },
      sky: { value: [new Color(), new Color()] },
    },
  });

  constructor() {
    this.scene.add(new Mesh(new PlaneGeometry(2, 2), this.material));
  }

  /** Strength of the shading; 0: none. */
  set strength(strength: number) {
    this.material.uniforms.strength.value = strength;
  }

  /** Colours behind everything, at the top and at the bottom, 0xRRGGBB. */
  setBackground(top: number, bottom: number): void {
    const [above, below] = this.material.uniforms.sky.value as [Color, Color];
    above.setHex(top, LinearSRGBColorSpace);
    below.setHex(bottom, LinearSRGBColorSpace);
  }

  /** Draws `picture` to the screen. */
  draw(renderer: WebGLRenderer, picture: WebGLRenderTarget, near: number, far: number): void {
    const { uniforms } = this.material;
    uniforms.colors.value = picture.texture;
    uniforms.depths.value = picture.depthTexture;
    uniforms.nearFar.value.set(near, far);
    renderer.setRenderTarget(null);
    renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.material.dispose();
  }
}

const SHADE = /* glsl */ `
precision highp float;
uniform sampler2D colors, depths;
uniform vec2 nearFar;
uniform float strength;
uniform vec3 sky[2];
out vec4 color;

float logDepth(ivec2 at) {
  float depth = texelFetch(depths, clamp(at, ivec2(0), textureSize(depths, 0) - 1), 0).r;
  if (depth >= 1.0) return 40.0;
  return log2(nearFar.x * nearFar.y / (nearFar.y - depth * (nearFar.y - nearFar.x)));
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  color = texelFetch(colors, at, 0);
  if (color.a == 0.0) color.rgb = mix(sky[1], sky[0], (float(at.y) + 0.5) / float(textureSize(depths, 0).y));
  float own = logDepth(at);
  // A scene behind points has half an alpha: edges of its own would hide them.
  if (strength > 0.0 && own < 40.0 && color.a > 0.75) {
    float sum = 0.0;
    for (int k = 0; k < 8; k++) {
      float angle = float(k) * 0.78539816;
      sum += min(0.25, max(0.0, own - logDepth(at + ivec2(round(1.6 * vec2(cos(angle), sin(angle)))))));
    }
    color.rgb *= exp(-strength * 5.0 * sum);
  }
  color.a = 1.0;
}
`;

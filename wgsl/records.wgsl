// The records that flow between host and device, written down once.

struct Hit { distance: f32, triangle: u32, instance: u32, energy: f32 }

// False alarms where the receiver records no part: a Poisson process over the gate of the pulse (Rice 1945).
// uses: double nearest random reports

// Alarms have no more numbers than these.
const ALARMS_MAX: u32 = 0xffffffffu;

// The next alarm, in intervals after the emission, and its number.
var<private> alarm: Double;
var<private> alarmIndex: u32;

// Begins the alarms of a pulse behind a place, in intervals after the emission.
fn openAlarms(at: Double) {
  alarmIndex = 0u;
  alarm = at;
  advanceAlarm();
}

// Goes on to the next alarm: times between events of a Poisson process are exponential.
fn advanceAlarm() {
  if (!(receiver.falseAlarmRate > 0.0)) {
    alarm = Double(FAR_AWAY, 0.0);
    return;
  }
  let words = draw(program.key, shot.number, alarmIndex, DRAW_FALSE);
  alarmIndex += 1u;
  alarm = subtractDouble(alarm, divideDouble(logUniform(words.x), Double(receiver.falseAlarmRate, 0.0)));
}

// Reports the alarms before a place, as strong as the threshold.
fn reportAlarms(before: Double) {
  for (var left = ALARMS_MAX; left > 0u; left--) {
    if (!(lessDouble(alarm, before) && hasRoom())) { break; }
    if (!isBlind(doubleToF32(alarm))) { reportAlarm(rangeAt(0, alarm), receiver.threshold / receiver.peakRate, -1.0); }
    advanceAlarm();
  }
}

// Leaves out the alarms before a place, where a part is recorded.
fn skipAlarms(before: Double) {
  for (var left = ALARMS_MAX; left > 0u; left--) {
    if (!lessDouble(alarm, before)) { break; }
    advanceAlarm();
  }
}

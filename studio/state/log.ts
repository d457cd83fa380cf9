/** A line of the log. */
export interface LogLine {
  level: 'info' | 'warning' | 'error';
  time: Date;
  message: string;
}

export const logLine = (level: LogLine['level'], message: string): LogLine => ({ level, message, time: new Date() });

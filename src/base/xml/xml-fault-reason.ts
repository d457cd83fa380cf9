import { shorten } from '../text.js';

/** The reason of an XML parser's error, without the place before it. */
export const xmlFaultReason = ({ message }: Error): string =>
  shorten(message.replace(/^(\d+:)+\d+: /, '').replace('undefined entity', 'an entity that XML does not have'));

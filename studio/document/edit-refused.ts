/** An edit that the text does not allow; the message is for the user, and the text stays as it is. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}

/** Returns the name and the password that a URL contains. A `%` that encodes nothing is part of them. */
export function loginOf({ username, password }: URL): { user: string; password: string } {
  return { user: decode(username), password: decode(password) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return text;
  }
}

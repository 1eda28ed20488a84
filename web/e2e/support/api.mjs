/** Calls the API as another program does, with a key; a refusal comes back as an error with its status. */
export function api(url, key) {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Token token=${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const reply = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: ${JSON.stringify(reply)}`), { status: answer.status });
    return reply;
  };
}

/**
 * Switches off that reports of the demo organization ask someone at once: journeys choose their reviewers, as in
 * organizations of their own. Journeys of call lists have an organization where they do.
 */
export async function askNoOne({ PLIMSOLL_URL: url, PLIMSOLL_PASSWORD: password }) {
  const send = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
  const { jwt } = await send('POST', '/auth', { identifier: 'admin@demo.example', password });
  const authorization = { authorization: `Bearer ${jwt}` };
  const { organization } = await send('GET', '/startup', undefined, authorization);
  const off = { code: 'REVIEWER_AT_ONCE', isEnabled: false };
  await send('PATCH', `/orgs/${organization.guid}/customer-config`, off, authorization);
}

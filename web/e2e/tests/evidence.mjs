import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';

async function faultless(page, where) {
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

/** Calls the API as the recipient whom a link lets in. */
async function recipient(url, link) {
  const call = async (path, body, headers = {}) =>
    (await fetch(`${url}/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })).json();
  const { secret } = await call('/recipient/session', { token: new URL(link).searchParams.get('token') });
  return (path, body) => call(path, body, { 'Recipient-Authorization': secret });
}

/** Moves one piece of evidence onto another with a finger. */
async function dragged(page, from, to) {
  const middle = async (name) => {
    const { x, y, width, height } = await page.getByRole('button', { name: `Move “${name}”` }).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [first, last] = [await middle(from), await middle(to)];
  const finger = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', first);
  // The first steps tell a browser that scrolls from one that leaves the finger to the page.
  for (const part of [0.2, 0.5, 1]) await touch('touchMove', { x: first.x, y: first.y + (last.y - first.y) * part });
  await touch('touchEnd');
  await finger.detach();
}

export const tests = [
  [
    'takes what recipients add into a queue, where it is accepted one by one and rejected with a reason',
    async ({ url, demo, watch, admin }) => {
      const call = api(url, demo.api_key);
      const group = `/issuer/groups/${demo.group_id}`;
      await call('PUT', group, { group: { evidence_approval: true } });
      const who = { name: 'Theodora Webb', email: 'theodora.webb@example.org' };
      const { credential } = await call('POST', '/credentials', {
        credential: { group_id: demo.group_id, recipient: who, approve: true, evidence_items: [{ category: 'grade', description: 'Final exam', string_object: 92.5 }] },
      });
      const { link } = await call('POST', `/credentials/${credential.uuid}/recipient_link`);
      const mine = await recipient(url, link);
      const at = `/recipient/credentials/${credential.uuid}/evidence_items`;
      const narrative = 'A **two-shaft** loom:\n\n- [the plan](https://example.org/plan)\n- the *warp*';
      await mine(at, { evidence_item: { category: 'url', description: 'The loom I built', url: 'https://example.org/loom', narrative } });
      await mine(at, { evidence_item: { category: 'transcript', description: 'My record', string_object: [{ category: 'Looms', percent: 88 }] } });
      watch.allow(404, '/preview');
      const page = await admin();
      try {
        await page.goto('/evidence');
        await page.getByRole('navigation', { name: 'Reviews' }).getByText('2 pieces of evidence need review').waitFor({ state: 'attached' });
        await page.getByRole('button', { name: 'The loom I built' }).waitFor();
        await page.keyboard.press('j');
        await page.locator('strong', { hasText: 'two-shaft' }).waitFor();
        await faultless(page, 'the queue');
        await page.keyboard.press('a');
        await page.getByText('1 piece of evidence accepted.').waitFor();
        await page.getByRole('checkbox', { name: /My record/ }).check();
        await page.getByRole('region').getByRole('button', { name: 'Reject' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Reject 1 piece' }).click();
        await dialog.getByText('Explain why').waitFor();
        await dialog.getByLabel('Reason').fill('No marks of ours.');
        await faultless(page, 'the dialog that rejects');
        await dialog.getByRole('button', { name: 'Reject 1 piece' }).click();
        await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();

        await page.goto(`/credentials/${credential.uuid}?tab=evidence`);
        await page.getByText('Rejected: No marks of ours.').waitFor();
        await page.getByRole('button', { name: /Move “The loom I built”/ }).press('ArrowUp');
        await page.getByText('Moved to position 1 of 3').waitFor({ state: 'attached' });
        await faultless(page, 'the evidence of a credential');
        await dragged(page, 'The loom I built', 'My record');
        await page.getByText('Moved to position 3 of 3').waitFor({ state: 'attached' });
        await page.goto(`/${credential.uuid}`);
        await page.getByRole('link', { name: 'the plan' }).waitFor();
      } finally {
        await call('DELETE', `/credentials/${credential.uuid}`);
        await call('PUT', group, { group: { evidence_approval: false } });
        await page.close();
      }
    },
  ],
];

import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { quiet } from './quiet.mjs';

const HELD = 500;
const AT_ONCE = 10;
const ROUNDS = 5;
const VIEWPORT = { width: 1440, height: 900 };

/**
 * How long it takes until all cards of a wallet with 500 credentials are painted, beside an ordinary page: the same list with the
 * same words and pictures as plain HTML. Also the path of a published profile that shows them.
 */
export async function walletAndPlain(browser, { url, demo }) {
  const email = `bench.${crypto.randomUUID().slice(0, 8)}@recipients.example`;
  await issue(api(url, demo.api_key), demo.group_id, { name: 'Ivy Okafor', email });
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await signIn(page, url, email);
    const slug = await publish(page);
    await painted(page, '/me', 'article'); // draws the pictures
    const html = await plainList(page);
    await context.route('**/plain-list', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await quiet();
    const wallet = [];
    const plain = [];
    for (let round = 0; round < ROUNDS; round++) {
      wallet.push(await painted(page, '/me', 'article'));
      plain.push(await painted(page, '/plain-list', 'li'));
    }
    return { wallet, plain, profile: `/u/${slug}` };
  } finally {
    await context.close();
  }
}

async function issue(call, source, recipient) {
  const { group } = await call('POST', `/issuer/groups/${source}/clone`);
  await call('PUT', `/issuer/groups/${group.id}`, { group: { duplicate_behavior: 'allow' } });
  const credential = { group_id: group.id, recipient, approve: true };
  for (let made = 0; made < HELD; made += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, () => call('POST', '/credentials', { credential })),
    );
  }
}

async function signIn(page, url, email) {
  await page.goto('/me/sign-in?next=/me');
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  const mail = await mailTo(url, email, 'Your sign-in code');
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.body)[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/me');
}

/** Publishes a profile that shows everything. */
async function publish(page) {
  const slug = `bench-${crypto.randomUUID().slice(0, 6)}`;
  const asked = page.waitForRequest((request) => request.url().includes('/v1/recipient/'));
  await page.reload();
  const { 'recipient-authorization': secret } = (await asked).headers();
  const answer = await page.request.put('/v1/recipient/profile', {
    headers: { 'recipient-authorization': secret },
    data: { slug, published: true, shows: 'all' },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  return slug;
}

/** Milliseconds from the beginning of a navigation until so many elements are there and painted, scrolling where more load that way. */
async function painted(page, path, selector) {
  await page.goto(path, { waitUntil: 'commit' });
  return page.evaluate(
    ([selector, count]) =>
      new Promise((resolve) => {
        const step = () => {
          if (document.querySelectorAll(selector).length < count) {
            scrollTo(0, document.documentElement.scrollHeight);
            requestAnimationFrame(step);
          } else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        };
        step();
      }),
    [selector, HELD],
  );
}

/** The cards of the wallet as an ordinary program would write them. */
const plainList = (page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('article')].map((card) => {
      const link = card.querySelector('a');
      const facts = [...card.querySelectorAll('bdi, [data-tone], span')].filter(({ children }) => children.length === 0);
      const words = facts.map(({ textContent }) => `<p>${textContent}</p>`).join('');
      const picture = card.querySelector('img')?.getAttribute('src') ?? '';
      return `<li><img loading="lazy" alt="" width="236" height="168" src="${picture}"><a href="${link.href}">${link.textContent}</a>${words}</li>`;
    });
    return `<!doctype html><title>Wallet</title><style>ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(236px,1fr));gap:16px}
      li{list-style:none;border:1px solid #ccc}</style><ul>${cards.join('')}</ul>`;
  });

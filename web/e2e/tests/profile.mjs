import assert from 'node:assert/strict';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

/** A person with credentials of two groups, signed in with a mailed code, on the page of their profile. */
export async function holder({ url, demo, browser }, name, look) {
  const call = api(url, demo.api_key);
  const email = `${name.split(' ')[0].toLowerCase().replace(/[^a-z]+/g, 'x')}.${crypto.randomUUID().slice(0, 8)}@recipients.example`;
  const { group } = await call('POST', `/issuer/groups/${demo.group_id}/clone`);
  await call('PUT', `/issuer/groups/${group.id}`, {
    group: { course_name: 'Natural Dyes', learning_outcomes: ['Dyeing with plants', 'Colour theory'] },
  });
  for (const group_id of [demo.group_id, group.id]) {
    await call('POST', '/credentials', { credential: { group_id, recipient: { name, email }, approve: true } });
  }
  let page = await (await browser.person()).newPage();
  await page.goto('/me/sign-in?next=/me/profile');
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  const mail = await mailTo(url, email, 'Your sign-in code');
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.body)[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/me/profile');
  if (look) {
    const storageState = await page.context().storageState();
    page = await (await browser.person({ ...look, storageState })).newPage();
    await page.goto('/me/profile');
  }
  return page;
}

/** A square picture, as PNG. */
export const picture = (page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 600;
    const draw = canvas.getContext('2d');
    draw.fillStyle = '#2f6f5e';
    draw.fillRect(0, 0, 900, 600);
    draw.fillStyle = '#f3d9a4';
    draw.beginPath();
    draw.arc(450, 300, 200, 0, 7);
    draw.fill();
    return canvas.toDataURL('image/png').split(',')[1];
  });

const names = (page) => page.locator('ol li a').allInnerTexts();

export const tests = [
  [
    'is written, ordered, published and visited with the keyboard alone',
    async (world) => {
      const page = await holder(world, 'Noor Haddad');
      world.watch.allow(404, '/v1/public/profiles');
      world.watch.allow(404, '/u/');
      const slug = `noor-${crypto.randomUUID().slice(0, 6)}`;
      await page.getByRole('heading', { name: 'No credentials chosen yet' }).waitFor();
      await faultless(page, 'an empty profile');
      assert.ok(await page.getByRole('switch', { name: 'Publish the page' }).isDisabled());

      await page.getByLabel('Address of the page').focus();
      await page.keyboard.type('adm1n');
      await page.getByText(/looks too much like one/).waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(slug);
      await page.getByText('Available', { exact: true }).waitFor();
      await page.keyboard.press('Tab');
      while (!(await page.getByLabel('Headline').evaluate((field) => field === document.activeElement)))
        await page.keyboard.press('Tab');
      await page.keyboard.type('Weaver and dyer');
      await page.keyboard.press('Tab');
      await page.keyboard.type('I weave with wool of our own sheep.');
      await page.getByRole('button', { name: 'Add link' }).press('Enter');
      await page.getByLabel('Address 1').focus();
      await page.keyboard.type('https://noor.example/work');
      await page.keyboard.press('Enter');
      await page.getByText('Profile saved').waitFor();

      await page.getByRole('button', { name: 'Add credentials' }).press('Enter');
      const choices = page.getByRole('dialog').getByRole('checkbox');
      await choices.nth(1).waitFor();
      await choices.nth(0).press('Space');
      await choices.nth(1).press('Space');
      await faultless(page, 'the credentials to choose from');
      await page.getByRole('button', { name: 'Add 2 credentials' }).press('Enter');
      await page.locator('ol li').nth(1).waitFor();
      const before = await names(page);
      await page.getByRole('button', { name: new RegExp(`Move .${before[0]}`) }).press('ArrowDown');
      await page.getByText(/moved to position 2 of 2/).waitFor();

      await page.locator('input[type=file]').setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await picture(page), 'base64'),
      });
      const area = page.getByRole('group', { name: 'Section of the picture' });
      await area.press('ArrowRight');
      await page.getByRole('slider').press('ArrowRight');
      await faultless(page, 'the dialog that crops a photo');
      await page.getByRole('button', { name: 'Save photo' }).press('Enter');
      await page.getByText('Photo saved').waitFor();
      await page.getByRole('link', { name: 'Preview' }).press('Enter');
      await page.getByText('Only you can see this page').waitFor();
      await page.getByRole('heading', { level: 1, name: /Noor Haddad/ }).waitFor();
      assert.deepEqual(await names(page), before.toReversed());
      await page.waitForFunction(() => document.querySelector('header img')?.naturalWidth === 512);
      await faultless(page, 'the preview of a profile');
      await page.getByRole('link', { name: 'Back to editing' }).press('Enter');
      await page.getByRole('switch', { name: 'Publish the page' }).press('Space');
      await page.getByText('Profile published').waitFor();
      await faultless(page, 'a published profile, to its owner');
      await page.reload();
      await page.locator('ol li').nth(1).waitFor();
      assert.deepEqual(await names(page), before.toReversed());

      const visitor = await (await world.browser.person()).newPage();
      const asked = [];
      visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await visitor.goto(`/u/${slug}`);
      await visitor.getByRole('heading', { level: 1, name: /Noor Haddad/ }).waitFor();
      await visitor.getByText('I weave with wool of our own sheep.').waitFor();
      assert.deepEqual(await names(visitor), before.toReversed());
      const link = visitor.getByRole('link', { name: /noor\.example/ });
      assert.equal(await link.getAttribute('rel'), 'nofollow ugc noopener');
      await visitor.getByText('Dyeing with plants').press('Enter');
      await visitor.getByRole('list').getByRole('link', { name: 'Natural Dyes' }).first().waitFor();
      await visitor.waitForFunction(() => document.querySelector('header img')?.naturalWidth === 512);
      await faultless(visitor, 'the public page');
      assert.ok(!asked.includes(`/v1/public/profiles/${slug}`), 'the page asks for what the server wrote into it');

      await page.getByRole('switch', { name: 'Publish the page' }).press('Space');
      await page.getByText('Profile unpublished').waitFor();
      await visitor.reload();
      await visitor.getByRole('heading', { name: 'Not found' }).or(visitor.getByRole('heading', { level: 1 })).first().waitFor();
      assert.equal(await visitor.getByText('Noor Haddad').count(), 0);
    },
  ],
  [
    'is complete without scripts',
    async (world) => {
      const page = await holder(world, 'Grace Kim');
      const slug = `grace-${crypto.randomUUID().slice(0, 6)}`;
      await page.getByLabel('Address of the page').fill(slug);
      await page.getByRole('radio', { name: 'All that are public' }).check();
      await page.getByText(/never show/).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Profile saved').waitFor();
      await page.getByRole('switch', { name: 'Publish the page' }).press('Space');
      await page.getByText('Profile published').waitFor();
      const plain = await (await world.browser.person({ scripts: false })).newPage();
      await plain.goto(`/u/${slug}`);
      await plain.getByRole('heading', { level: 1, name: 'Grace Kim' }).waitFor();
      await plain.getByRole('link', { name: 'Natural Dyes' }).first().waitFor();
      await plain.getByText('Dyeing with plants').waitFor();
    },
  ],
  [
    'has no violations in Arabic and in the dark',
    async (world) => {
      const look = { language: 'ar', scheme: 'dark', viewport: { width: 390, height: 844 } };
      const page = await holder(world, 'Layla Nasser', look);
      const slug = `layla-${crypto.randomUUID().slice(0, 6)}`;
      await page.locator('input[name=slug]').fill(slug);
      await page.locator('button[type=submit]').click();
      await page.getByRole('radio').nth(1).check();
      await page.getByRole('switch').first().press('Space');
      await page.getByRole('link', { name: 'عرض الصفحة العامة' }).waitFor();
      await faultless(page, 'the profile in Arabic');
      const visitor = await (await world.browser.person(look)).newPage();
      await visitor.goto(`/u/${slug}`);
      await visitor.getByRole('heading', { level: 1 }).waitFor();
      await visitor.locator('ol li').nth(1).waitFor();
      await faultless(visitor, 'the public page in Arabic');
    },
  ],
];

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CompactSign, decodeJwt, exportJWK, generateKeyPair } from 'jose';
import { api } from '../support/api.mjs';
import { mailTo } from '../support/mail.mjs';
import { rawKeys, violations } from '../support/page-checks.mjs';
import { settled } from '../support/settled.mjs';
import { until } from '../support/until.mjs';
import { reason, verify } from './openbadges.mjs';

async function faultless(page, where) {
  await settled(page);
  assert.deepEqual(await violations(page), [], where);
  assert.deepEqual(await rawKeys(page), [], where);
}

/** The owner of a new credential on its page, signed in with a mailed code. */
export async function ownerOf({ url, demo, browser }, name, look) {
  const email = `${name.split(' ')[0].toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@recipients.example`;
  const { credential } = await api(url, demo.api_key)('POST', '/credentials', {
    credential: { group_id: demo.group_id, recipient: { name, email }, approve: true },
  });
  const page = await (await browser.person(look)).newPage();
  await page.goto(`/me/sign-in?next=/${credential.uuid}`);
  await page.locator('input[type=email]').fill(email);
  await page.keyboard.press('Enter');
  const mail = await mailTo(url, email, 'Your sign-in code');
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.body)[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === `/${credential.uuid}`);
  return { page, uuid: credential.uuid };
}

/** A wallet of other people's software. Its key is of Ed25519 or P-256, named by value. */
async function walletApp(alg) {
  const { Openid4vciClient, setGlobalConfig } = await import('@openid4vc/openid4vci');
  setGlobalConfig({ allowInsecureUrls: true }); // the product under test has no certificate
  const { privateKey, publicKey } = await generateKeyPair(alg, { crv: alg === 'EdDSA' ? 'Ed25519' : undefined });
  const publicJwk = await exportJWK(publicKey);
  const signer = { method: 'jwk', alg, publicJwk };
  const client = new Openid4vciClient({
    callbacks: {
      fetch,
      hash: (data, name) => createHash(name.replace('-', '')).update(data).digest(),
      generateRandom: (length) => randomBytes(length),
      clientAuthentication: () => undefined,
      signJwt: async (_, { header, payload }) => ({
        jwt: await new CompactSign(new TextEncoder().encode(JSON.stringify(payload))).setProtectedHeader(header).sign(privateKey),
        signerJwk: publicJwk,
      }),
    },
  });
  return { client, signer };
}

/** Reads an offer and exchanges its code, as a wallet does once its user entered the transaction code. */
async function redeemed(client, uri, txCode) {
  const credentialOffer = await client.resolveCredentialOffer(uri);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const token = (code) => client.retrievePreAuthorizedCodeAccessTokenFromOffer({ credentialOffer, issuerMetadata, txCode: code });
  return { credentialOffer, issuerMetadata, token: txCode && (await token(txCode)).accessTokenResponse.access_token, retry: token };
}

/** Receives one configuration of the offered credential. */
async function received({ client, signer }, { issuerMetadata, token }, credentialConfigurationId) {
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const { jwt } = await client.createCredentialRequestJwtProof({ issuerMetadata, credentialConfigurationId, signer, nonce });
  const { credentialResponse } = await client.retrieveCredentials({
    issuerMetadata,
    credentialConfigurationId,
    accessToken: token,
    proofs: { jwt: [jwt] },
  });
  return { credential: credentialResponse.credentials[0].credential, notification: credentialResponse.notification_id };
}

const openDialog = (page) => page.getByRole('button', { name: 'Add to a wallet app' });

/** What the dialog shows: the offer behind the QR code and the transaction code. */
async function shown(page) {
  const link = page.getByRole('link', { name: 'Open wallet on this device' });
  await link.waitFor();
  const code = await page.getByRole('dialog').locator('bdi').innerText();
  return { uri: await link.getAttribute('href'), code: code.replaceAll(/\s/g, '') };
}

const verdict = (url, input) => api(url, '')('POST', '/verify', { input: JSON.stringify(input) });

export const tests = [
  [
    'adds a credential to a wallet of other people’s software, where its issuer revokes it',
    async (world) => {
      const { page, uuid } = await ownerOf(world, 'Noor Haddad');
      await openDialog(page).press('Enter');
      const { uri, code } = await shown(page);
      assert.match(code, /^\d{6}$/);
      await faultless(page, 'an offer');

      const wallet = await walletApp('EdDSA');
      const offer = await redeemed(wallet.client, uri, '');
      await page.getByText('Wallet app connected').waitFor();
      await assert.rejects(offer.retry(code === '000000' ? '000001' : '000000'), /invalid_tx_code/);
      await page.getByText('4 attempts left').waitFor();
      await faultless(page, 'an offer with a wrong code');
      offer.token = (await offer.retry(code)).accessTokenResponse.access_token;
      const { credential, notification } = await received(wallet, offer, 'OpenBadgeCredential');
      await wallet.client.sendNotification({
        issuerMetadata: offer.issuerMetadata,
        accessToken: offer.token,
        notification: { notificationId: notification, event: 'credential_accepted' },
      });
      await page.getByText('Added to your wallet').waitFor();
      await faultless(page, 'an added credential');
      await page.getByRole('button', { name: 'Done' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      assert.match(credential.credentialSubject.id, /^did:jwk:/);
      const result = await verify(credential);
      assert.ok(result.verified, reason(result));
      assert.equal((await verdict(world.url, credential)).verdict, 'valid');
      await api(world.url, world.demo.api_key)('POST', `/credentials/${uuid}/revoke`, { reason: 'misconduct' });
      await until('the copy is found revoked', async () => (await verdict(world.url, credential)).verdict === 'revoked');
      assert.equal((await verify(credential)).verified, false);
      await page.reload();
      await page.getByRole('complementary').getByRole('button').first().waitFor();
      assert.equal(await openDialog(page).count(), 0, 'a revoked credential is offered');
      await page.context().close();
    },
  ],
  [
    'gives tokens to wallets with P-256 keys, and new codes for those that are over',
    async (world) => {
      const { page } = await ownerOf(world, 'Eli Sato');
      await openDialog(page).click();
      const first = await shown(page);
      const wallet = await walletApp('ES256');
      const over = await redeemed(wallet.client, first.uri, '');
      const wrong = first.code === '000000' ? '000001' : '000000';
      for (let i = 0; i < 5; i++) await assert.rejects(over.retry(wrong), i < 4 ? /invalid_tx_code/ : /invalid_grant/);
      await page.getByText('Too many wrong codes').waitFor();
      await faultless(page, 'an offer that is over');
      await page.getByRole('button', { name: 'New code' }).press('Enter');
      await page.getByRole('link', { name: 'Open wallet on this device' }).waitFor();
      const second = await shown(page);
      assert.notEqual(second.uri, first.uri);
      const offer = await redeemed(wallet.client, second.uri, second.code);
      const { credential: token } = await received(wallet, offer, 'OpenBadgeCredential_jwt');
      assert.equal((await api(world.url, '')('POST', '/verify', { input: token })).verdict, 'valid');
      await page.getByText('Added to your wallet').waitFor();
      await page.context().close();
    },
  ],
  [
    'makes passes for the wallets of phones, and says what the pass of a private credential contains',
    async (world) => {
      const { page, uuid } = await ownerOf(world, 'Amara Osei');
      await openDialog(page).click();
      const apple = page.getByRole('button', { name: 'Add to Apple Wallet' });
      await apple.waitFor();
      await faultless(page, 'the buttons for passes');
      assert.equal(await page.getByText('contains its private link').count(), 0);
      const downloading = page.waitForEvent('download');
      await apple.press('Enter');
      const file = await readFile(await (await downloading).path());
      assert.equal(file.subarray(0, 2).toString(), 'PK');
      assert.ok(file.includes('manifest.json') && file.includes('signature') && file.includes('ar.lproj/pass.strings'));

      const button = page.getByRole('button', { name: 'Save to Google Wallet' });
      await button.press('Enter');
      await page.getByRole('heading', { name: 'Save pass' }).waitFor();
      const claims = decodeJwt(new URL(page.url()).pathname.slice('/save/'.length));
      assert.equal(claims.typ, 'savetowallet');
      assert.equal(claims.payload.genericObjects[0].id, world.google.objects.at(-1).id);

      await api(world.url, world.demo.api_key)('PUT', `/credentials/${uuid}`, { credential: { private: true } });
      world.watch.allow(403, `/${uuid}`); // the page itself has no session; its scripts open it to the owner
      await page.goto(`/${uuid}`);
      await openDialog(page).click();
      await page.getByText('contains its private link').waitFor();
      await faultless(page, 'passes of a private credential');
      await page.context().close();
    },
  ],
];

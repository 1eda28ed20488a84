/** Gives a page a device that makes passkeys and verifies its user. Returns a function that says whether it verifies them. */
export async function withAuthenticator(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (verified) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: verified });
}

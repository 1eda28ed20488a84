import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';

const der = (tag, ...parts) => {
  const content = Buffer.concat(parts);
  const size = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const SHA256_RSA = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));

/** A certificate of a key, in DER. */
function certify(publicKey, privateKey) {
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('provider')))));
  const times = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('400101000000Z')));
  const body = der(0x30, der(0x02, Buffer.from([1])), SHA256_RSA, name, times, name, publicKey.export({ type: 'spki', format: 'der' }));
  return der(0x30, body, SHA256_RSA, der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)));
}

/**
 * Starts a SAML provider with a page on which `person` signs in. It writes its XML in the canonical form at once, so that it can sign it
 * without a library.
 */
export async function startSamlProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = certify(publicKey, privateKey).toString('base64');
  const provider = { person: { id: '', name: '', email: '', groups: [] } };
  const server = createServer((request, answer) => {
    const at = new URL(request.url, provider.issuer);
    if (at.pathname === '/metadata') return answer.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata());
    if (at.pathname !== '/sso') return answer.writeHead(204).end();
    const asked = inflateRawSync(Buffer.from(at.searchParams.get('SAMLRequest'), 'base64')).toString();
    const [, id] = /\bID="([^"]+)"/.exec(asked);
    const [, acs] = /AssertionConsumerServiceURL="([^"]+)"/.exec(asked);
    const [, audience] = /<saml:Issuer>([^<]+)</.exec(asked);
    const response = Buffer.from(respond({ id, acs, audience })).toString('base64');
    const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><form method="post" action="${acs}">`
      + `<input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${at.searchParams.get('RelayState')}">`
      + `<button>Sign in as ${provider.person.name}</button></form>`;
    return answer.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  const metadata = () => `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${provider.issuer}/metadata"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">`
    + `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
    + `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${provider.issuer}/sso"></SingleSignOnService></IDPSSODescriptor></EntityDescriptor>`;
  const respond = ({ id, acs, audience }) => {
    const { person } = provider;
    const stamp = (seconds) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '');
    const own = `_${randomBytes(16).toString('hex')}`;
    const attribute = (name, values) => `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;
    const start = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${own}" IssueInstant="${stamp(0)}" Version="2.0"><saml:Issuer>${provider.issuer}/metadata</saml:Issuer>`;
    const rest = `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${person.id}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`
      + `<saml:SubjectConfirmationData InResponseTo="${id}" NotOnOrAfter="${stamp(300)}" Recipient="${acs}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>`
      + `<saml:Conditions NotBefore="${stamp(-5)}" NotOnOrAfter="${stamp(300)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`
      + `<saml:AuthnStatement AuthnInstant="${stamp(0)}"></saml:AuthnStatement><saml:AttributeStatement>${attribute('email', [person.email])}${attribute('displayName', [person.name])}${attribute('groups', person.groups)}</saml:AttributeStatement></saml:Assertion>`;
    const digest = createHash('sha256').update(start + rest).digest('base64');
    const info = (namespace) => `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>`
      + `<ds:Reference URI="#${own}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>`
      + `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
    const namespace = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
    const value = sign('sha256', Buffer.from(info(namespace)), privateKey).toString('base64');
    const signature = `<ds:Signature${namespace}>${info('')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
    return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${acs}" ID="_${randomBytes(16).toString('hex')}" InResponseTo="${id}" IssueInstant="${stamp(0)}" Version="2.0">`
      + `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>${start}${signature}${rest}</samlp:Response>`;
  };
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref(); // a run that failed half way still ends
  provider.issuer = `http://127.0.0.1:${server.address().port}`;
  provider.close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return provider;
}

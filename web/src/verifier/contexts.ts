import credentials from '../../../internal/formats/dataintegrity/contexts/credentials-v2.json';
import dataIntegrity from '../../../internal/formats/dataintegrity/contexts/data-integrity-v2.json';
import badges1 from '../../../internal/formats/dataintegrity/contexts/ob-3.0.1.json';
import badges2 from '../../../internal/formats/dataintegrity/contexts/ob-3.0.2.json';
import badges3 from '../../../internal/formats/dataintegrity/contexts/ob-3.0.3.json';
import extensions from '../../../internal/formats/dataintegrity/contexts/ob-extensions.json';

const BADGES = 'https://purl.imsglobal.org/spec/ob/v3p0';

/** The vocabularies that the server also embeds, identified by their hashes. */
const CONTEXTS = new Map<string, unknown>([
  ['https://www.w3.org/ns/credentials/v2', credentials],
  ['https://w3id.org/security/data-integrity/v2', dataIntegrity],
  [`${BADGES}/context-3.0.1.json`, badges1],
  [`${BADGES}/context-3.0.2.json`, badges2],
  [`${BADGES}/context-3.0.3.json`, badges3],
  [`${BADGES}/extensions.json`, extensions],
]);

export const isKnown = (address: string): boolean => CONTEXTS.has(address);

/** Returns embedded vocabularies and never uses a network. */
export async function loadContext(address: string) {
  const document = CONTEXTS.get(address);
  if (!document) throw new Error(`unknown vocabulary ${address}`);
  return { documentUrl: address, document };
}

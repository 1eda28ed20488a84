import { Anchor, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { Card, CardBy, CardLine, CardNote, Cards } from '../../ui/card/Card';
import { ImportStatus, IssuedStatus } from '../../ui/card/CredentialStatus';
import type { PublicCredential, SharedImport } from './api';

interface Shown {
  credential: PublicCredential | null;
  imported?: SharedImport | null;
  note?: string;
}

/** Credentials that somebody shows, in their order. */
export function CredentialCards({ items }: { items: readonly Shown[] }) {
  return (
    <Cards ordered>
      {items.map(({ credential, imported, note = '' }) => (
        <li key={imported?.id ?? credential?.uuid}>
          {imported ? (
            <ImportedCard imported={imported} note={note} />
          ) : (
            credential && <IssuedCard credential={credential} note={note} />
          )}
        </li>
      ))}
    </Cards>
  );
}

function IssuedCard({ credential, note }: { credential: PublicCredential; note: string }) {
  const format = useFormat();
  const picture = credential.certificate ?? credential.badge;
  return (
    <Card
      src={picture?.image_url}
      placeholder={picture?.sample_url}
      title={credential.name}
      lang={credential.language}
      to={`/${credential.uuid}`}
    >
      <CardBy>{credential.recipient.name}</CardBy>
      <CardBy>{credential.issuer.name}</CardBy>
      <CardLine>
        <IssuedStatus status={credential.verdict.status} />
        <span>{format.date(credential.issued_on)}</span>
      </CardLine>
      {note && <CardNote>{note}</CardNote>}
    </Card>
  );
}

/** A credential that somebody imported, with what its verification said. */
function ImportedCard({ imported, note }: { imported: SharedImport; note: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { issuer, verified_at } = imported;
  return (
    <Card
      src={imported.picture_url}
      title={imported.title || t('collections.imports.untitled')}
      mark={
        <Badge variant="default" size="sm" tt="none">
          {t('imported.mark')}
        </Badge>
      }
    >
      <CardBy>
        {issuer.url ? (
          <Anchor href={issuer.url} rel="nofollow noreferrer" target="_blank" inherit>
            {issuer.name || issuer.url}
          </Anchor>
        ) : (
          issuer.name
        )}
      </CardBy>
      <CardLine>
        <ImportStatus status={imported.status} />
        {verified_at && (
          <span>{t('collections.imports.verifiedAt', { date: format.date(verified_at) })}</span>
        )}
      </CardLine>
      {imported.issued_to_others && <Text size="sm">{t('collections.imports.notTheirs')}</Text>}
      {note && <CardNote>{note}</CardNote>}
    </Card>
  );
}

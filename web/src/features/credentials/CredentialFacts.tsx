import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customAttributesQuery } from '../../api/queries/attributes';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { type Fact, Facts } from '../../ui/Facts';
import { Grade } from '../../ui/Grade';
import { Id } from '../../ui/Id';
import { Panel } from '../../ui/Panel';
import type { Credential } from './api';
import { InlineAttribute } from './InlineAttribute';
import { recipientFacts } from './RecipientText';

/** The details of a credential. */
export function CredentialFacts({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: attributes } = useQuery(customAttributesQuery());
  const mayManage = usePermission('manage_credentials');
  const custom: Fact[] = (attributes ?? []).map((attribute) => {
    const { key, name, kind } = attribute;
    const value = String(credential.custom_attributes[key] ?? '');
    const shown = kind === 'date' && value ? format.date(value) : value;
    if (!mayManage || kind === 'image') return [name, shown];
    return [name, <InlineAttribute key={key} credential={credential} attribute={attribute} shown={shown} />];
  });
  const declared = new Set(attributes?.map(({ key }) => key));
  const undeclared: Fact[] = attributes
    ? Object.entries(credential.custom_attributes)
        .filter(([key]) => !declared.has(key))
        .map(([key, value]) => [key, String(value ?? '')])
    : [];
  const { suspension, revocation } = credential;
  const standing: Fact[] = [
    [t('credentials.standing.suspendedOn'), suspension && format.dateTime(suspension.suspended_at)],
    [t('credentials.standing.revokedOn'), revocation && format.dateTime(revocation.revoked_at)],
    [
      t('credentials.standing.reason'),
      revocation ? t(`revocation.${revocation.reason}`) : suspension?.reason,
    ],
    [t('credentials.standing.note'), revocation?.note],
  ];
  return (
    <Panel title={t('credentials.facts.title')}>
      <Facts
        facts={[
          ...recipientFacts(t, credential.recipient),
          [t('credentials.form.ownName'), credential.own_name && <bdi key="own">{credential.own_name}</bdi>],
          [t('credentials.form.issuedOn'), format.date(credential.issued_on)],
          [
            t('credentials.form.expiredOn'),
            credential.expired_on ? format.date(credential.expired_on) : t('credentials.never'),
          ],
          [
            t('credentials.form.grade'),
            credential.grade === null ? null : (
              <Grade key="grade" grade={credential.grade} band={credential.grade_band} />
            ),
          ],
          [
            t('credentials.form.ownId'),
            credential.license_id && <Id key="license">{credential.license_id}</Id>,
          ],
          [
            t('credentials.form.privacy'),
            t(credential.private ? 'credentials.private' : 'credentials.public'),
          ],
          ...custom,
          ...undeclared,
          ...standing,
        ]}
      />
    </Panel>
  );
}

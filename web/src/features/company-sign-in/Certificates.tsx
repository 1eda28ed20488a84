import { Alert, Button, Group, Input, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { CopyButton } from '../../ui/CopyButton';
import { type Certificate, type Connection, changeKey, type Saml } from './api';
import styles from './CompanySignIn.module.css';
import { useChange } from './useChange';

const INK = { message: { color: 'var(--lr-ink)' } };

/** The certificates of both sides of a SAML connection, and the change of ours. */
export function Certificates({ connection, saml }: { connection: Connection; saml: Saml }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const [own, setOwn] = useState(saml.own_certificates);
  const [busy, setBusy] = useState(false);
  const change = useChange();
  const waits = own.length > 1;
  const step = async () => {
    setBusy(true);
    await change(
      async () => setOwn((await changeKey(connection.id, waits)).saml?.own_certificates ?? []),
      t(waits ? 'companySignIn.saml.keySwitched' : 'companySignIn.saml.keyAdded'),
    );
    setBusy(false);
  };
  const problem = saml.problem && `errors.${saml.problem}`;
  return (
    <>
      <Input.Wrapper
        labelElement="div"
        label={t('companySignIn.saml.theirs')}
        description={t(
          saml.metadata_url ? 'companySignIn.saml.theirsHelp' : 'companySignIn.saml.theirsPasted',
          {
            date: format.dateTime(saml.read_at),
          },
        )}
      >
        {problem && (
          <Alert
            color="red"
            variant="light"
            my="xs"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            styles={INK}
          >
            {i18n.exists(problem) ? t(problem as ParseKeys) : t('problem.generic')}
          </Alert>
        )}
        <List certificates={saml.certificates} />
      </Input.Wrapper>
      <Input.Wrapper
        labelElement="div"
        label={t('companySignIn.saml.ours')}
        description={t(waits ? 'companySignIn.saml.oursNext' : 'companySignIn.saml.oursHelp')}
      >
        <List certificates={own} next />
        <Button mt="xs" variant="default" loading={busy} onClick={() => void step()}>
          {t(waits ? 'companySignIn.saml.keySwitch' : 'companySignIn.saml.keyAdd')}
        </Button>
      </Input.Wrapper>
    </>
  );
}

function List({ certificates, next = false }: { certificates: readonly Certificate[]; next?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Stack gap={4} mt={4}>
      {certificates.map(({ subject, fingerprint, not_after, pem }, at) => (
        <Group key={fingerprint} gap="xs" wrap="nowrap">
          <Text size="sm" className={styles.certificate}>
            {t(next && at > 0 ? 'companySignIn.saml.next' : 'companySignIn.saml.until', {
              subject: isolate(subject),
              date: format.date(not_after),
            })}
          </Text>
          <CopyButton value={pem} label={t('companySignIn.saml.copyCertificate', { number: at + 1 })} />
        </Group>
      ))}
    </Stack>
  );
}

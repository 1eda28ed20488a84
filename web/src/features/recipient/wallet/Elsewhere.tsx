import { Alert, Anchor } from '@mantine/core';
import { IconMailQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../i18n/useFormat';
import { isolate } from '../../../lib/bidi';
import type { WalletFacets } from './api';

/** Says that issuers sent credentials to another address of the person, without naming it. */
export function Elsewhere({ issuers }: { issuers: WalletFacets['elsewhere'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (issuers.length === 0) return null;
  const names = format.list(issuers.map(({ name }) => isolate(name)));
  return (
    <Alert mb="md" color="laurel" icon={<IconMailQuestion aria-hidden />} title={t('wallet.elsewhere.title')}>
      {t('wallet.elsewhere.text', { issuers: names })}{' '}
      <Anchor component={Link} to="/me/settings" underline="always" inherit>
        {t('wallet.elsewhere.add')}
      </Anchor>
    </Alert>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../lib/bidi';
import { offersQuery } from './api';

/** The providers that sign people with this email address in. */
export function CompanySignIn({ email }: { email: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(offersQuery(email));
  return data?.map((offer) => (
    <Button
      key={offer.uuid}
      component="a"
      href={`/v1/sso/${offer.kind}/${offer.uuid}/start?${new URLSearchParams({ email })}`}
      variant="default"
      fullWidth
    >
      {t('signIn.continueWith', { name: isolate(offer.name) })}
    </Button>
  ));
}

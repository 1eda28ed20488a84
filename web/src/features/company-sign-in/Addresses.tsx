import { Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Copied } from '../../ui/Copied';
import type { Connection } from './api';

/** What has to be entered at the provider. */
export function Addresses({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  if (!connection.saml)
    return (
      <Address
        label={t('companySignIn.form.callback')}
        help={t('companySignIn.form.callbackHelp')}
        copy={t('companySignIn.form.callbackCopy')}
        value={connection.callback_url}
      />
    );
  return (
    <>
      <Address
        label={t('companySignIn.saml.acs')}
        help={t('companySignIn.saml.acsHelp')}
        copy={t('companySignIn.saml.acsCopy')}
        value={connection.callback_url}
      />
      <Address
        label={t('companySignIn.saml.entity')}
        help={t('companySignIn.saml.entityHelp')}
        copy={t('companySignIn.saml.entityCopy')}
        value={connection.saml.own_metadata_url}
      />
    </>
  );
}

interface AddressProps {
  label: string;
  help: string;
  copy: string;
  value: string;
}

function Address({ label, help, copy, value }: AddressProps) {
  return (
    <Input.Wrapper labelElement="div" label={label} description={help}>
      <Copied value={value} label={copy} />
    </Input.Wrapper>
  );
}

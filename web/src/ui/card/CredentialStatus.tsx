import { useTranslation } from 'react-i18next';
import { StateDot } from '../StateDot';
import { CREDENTIAL_TONES, type Imported, type Issued } from './tones';

interface IssuedStatusProps {
  status: Issued;
  /** A newer credential takes its place. */
  superseded?: boolean;
}

/** The status of a credential of this installation. */
export function IssuedStatus({ status, superseded = false }: IssuedStatusProps) {
  const { t } = useTranslation();
  return (
    <StateDot tone={CREDENTIAL_TONES[status]}>
      {superseded && status === 'valid' ? t('wallet.superseded') : t(`recipient.wallet.state.${status}`)}
    </StateDot>
  );
}

/** What the last verification of an imported credential said. */
export function ImportStatus({ status }: { status: Imported }) {
  const { t } = useTranslation();
  return <StateDot tone={CREDENTIAL_TONES[status]}>{t(`imported.status.${status}`)}</StateDot>;
}

import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { TwoStepPanel } from './TwoStepPanel';

/** Takes the place of every page of a department that requires two-step sign-in, until the user has set it up. */
export default function EnrolPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('account.enrol.title')} subtitle={t('account.enrol.lead')} />
      <TwoStepPanel />
    </>
  );
}

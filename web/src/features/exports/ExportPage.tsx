import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { exportQuery } from './api';
import { ExportView } from './ExportView';

/** The page of a bundle, for users who have closed its dialog. */
export function Component() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const uuid = useParams().uuid ?? '';
  const { data, error } = useQuery(exportQuery(uuid));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('exports.notFound')} to="/exports" label={t('exports.toAll')} />;
  }
  return (
    <div style={{ maxWidth: 640 }}>
      <PageHeader
        title={data ? t(`exports.kind.${data.kind}`) : t('exports.title')}
        subtitle={data && format.dateTime(data.created_at)}
        back={{ to: '/exports', label: t('exports.toAll') }}
      />
      <Panel>
        <ExportView uuid={uuid} onClose={() => void navigate('/exports')} />
      </Panel>
    </div>
  );
}

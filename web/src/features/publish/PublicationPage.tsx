import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { ExportRows } from '../../ui/list/ExportRows';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { publicationQuery } from './api';
import { PublicationView } from './PublicationView';

/** The page of a publication, for users who have closed its dialog. */
export function Component() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const uuid = useParams().uuid ?? '';
  const { data, error } = useQuery(publicationQuery(uuid));
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound title={t('publish.notFound')} to="/credentials" label={t('publish.toCredentials')} />;
  }
  return (
    <div style={{ maxWidth: 640 }}>
      <PageHeader
        title={t('publish.page')}
        subtitle={data && format.dateTime(data.created_at)}
        back={{ to: '/credentials', label: t('publish.toCredentials') }}
        action={
          data?.state === 'finished' && <ExportRows order={{ entity: 'outcomes', publication: uuid }} />
        }
      />
      <Panel>
        <PublicationView uuid={uuid} onClose={() => void navigate('/credentials')} />
      </Panel>
    </div>
  );
}

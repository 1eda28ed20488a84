import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDepartment, usePermission } from '../../api/session';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { AttentionList } from './AttentionList';
import { type Home, homeQuery } from './api';
import { CountTiles } from './CountTiles';
import styles from './home.module.css';
import { QuickActions } from './QuickActions';
import { RecentOperations } from './RecentOperations';
import { RecentDesigns, RecentGroups } from './RecentThings';
import { StepList } from './StepList';
import { stepsOf } from './steps';
import { TrendPanel } from './TrendPanel';

/** The start page: the main workflow in four steps until it is done, and then where the day starts. */
export function Component() {
  const { t } = useTranslation();
  const department = useDepartment();
  const mayManage = usePermission('manage_groups');
  const { data, error, refetch } = useQuery(homeQuery());
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  const steps = data ? stepsOf(data.counts) : [];
  const isNew = steps.some(({ done }) => !done);
  return (
    <>
      <PageHeader
        title={department.name}
        subtitle={t(isNew ? 'home.subtitleNew' : 'home.subtitle')}
        action={
          data &&
          !isNew &&
          mayManage && (
            <Button component={Link} to="/groups/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('home.newGroup')}
            </Button>
          )
        }
      />
      {!data && <Skeleton height={320} />}
      {data && isNew && <StepList steps={steps} group={data.groups[0]} />}
      {data && !isNew && (
        <>
          <QuickActions />
          <CountTiles counts={data.counts} />
        </>
      )}
      {data && <Today home={data} />}
    </>
  );
}

/** What waits and what happened, each as far as there is any. */
function Today({ home }: { home: Home }) {
  const happened = home.trend?.series.some(({ total, previous }) => total + previous > 0);
  return (
    <>
      <div className={styles.now}>
        <AttentionList attention={home.attention} />
        <RecentOperations operations={home.operations} />
      </div>
      {home.trend && happened && <TrendPanel trend={home.trend} />}
      <div className={styles.changed}>
        <RecentGroups groups={home.groups} />
        <RecentDesigns designs={home.designs} />
      </div>
    </>
  );
}

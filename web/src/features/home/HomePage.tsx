import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDepartment, usePermission } from '../../api/session';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { AttentionList } from './AttentionList';
import { homeQuery, recentGroupsQuery } from './api';
import { CountTiles } from './CountTiles';
import { RecentGroups } from './RecentGroups';
import { RecentOperations } from './RecentOperations';
import { StepList } from './StepList';
import { stepsOf } from './steps';

/** The start page: the main workflow in four steps, then counts, what waits for somebody, and recent activity. */
export function Component() {
  const { t } = useTranslation();
  const department = useDepartment();
  const mayManage = usePermission('manage_groups');
  const [home, groups] = useQueries({ queries: [homeQuery(), recentGroupsQuery()] });
  const failed = [home, groups].find(({ error, data }) => error && data === undefined);
  if (failed) {
    return (
      <ErrorPage
        onRetry={() => void Promise.all([home.refetch(), groups.refetch()])}
        detail={failed.error?.message}
      />
    );
  }

  const known = home.data !== undefined && groups.data !== undefined;
  const steps = known ? stepsOf(home.data.counts) : [];
  const finished = known && steps.every(({ done }) => done);
  return (
    <>
      <PageHeader
        title={department.name}
        subtitle={t(finished || !known ? 'home.subtitle' : 'home.subtitleNew')}
        action={
          finished &&
          mayManage && (
            <Button component={Link} to="/groups/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('home.newGroup')}
            </Button>
          )
        }
      />
      {known ? (
        <>
          {!finished && <StepList steps={steps} group={groups.data.groups[0]} />}
          {finished && <CountTiles counts={home.data.counts} />}
          <AttentionList attention={home.data.attention} />
          <RecentOperations operations={home.data.operations} />
          {groups.data.groups.length > 0 && <RecentGroups groups={groups.data.groups} />}
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

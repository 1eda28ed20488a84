import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDepartment, usePermission } from '../../api/session';
import { ErrorPage } from '../../ui/ErrorPage';
import { PageHeader } from '../../ui/PageHeader';
import { credentialCountQuery, designCountQuery, recentGroupsQuery } from './api';
import { CountTiles } from './CountTiles';
import { RecentGroups } from './RecentGroups';
import { RecentImports } from './RecentImports';
import { StepList } from './StepList';
import { stepsOf } from './steps';
import { UnsentNotice } from './UnsentNotice';

/** The start page: the main workflow in four steps, then counts and recent activity. */
export function Component() {
  const { t } = useTranslation();
  const department = useDepartment();
  const mayManage = usePermission('manage_groups');
  const [groups, designs, drafts, published] = useQueries({
    queries: [
      recentGroupsQuery(),
      designCountQuery(),
      credentialCountQuery('draft'),
      credentialCountQuery('published,expired'),
    ],
  });
  const all = [groups, designs, drafts, published];
  const failed = all.find(({ error, data }) => error && data === undefined);
  if (failed) {
    return (
      <ErrorPage
        onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
        detail={failed.error?.message}
      />
    );
  }

  const known = all.every(({ data }) => data !== undefined);
  const counts = {
    designs: designs.data ?? 0,
    groups: groups.data?.meta.total_count ?? 0,
    drafts: drafts.data ?? 0,
    published: published.data ?? 0,
  };
  const steps = stepsOf(counts);
  const finished = steps.every(({ done }) => done);
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
          <UnsentNotice />
          {!finished && <StepList steps={steps} group={groups.data?.groups[0]} />}
          {finished && <CountTiles counts={counts} />}
          {counts.groups > 0 && <RecentGroups groups={groups.data?.groups ?? []} />}
          <RecentImports />
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { missingPermission } from '../api/permissions';
import { EmptyState } from './EmptyState';

interface AccessDeniedProps {
  /** What the user may not do. */
  permission: string;
  /** Use 1 if the page has no other heading of level 1. */
  level?: 1 | 2;
}

/** Stands in for a page, or a part of one, that takes a permission the user does not have. */
export function AccessDenied({ permission, level = 2 }: AccessDeniedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      level={level}
      title={t('problem.accessDeniedTitle')}
      description={missingPermission(permission)}
      action={
        <Button variant="default" component={Link} to="/account/access">
          {t('team.access.title')}
        </Button>
      }
    />
  );
}

import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from './EmptyState';

interface NotFoundProps {
  title: string;
  description?: string;
  /** The link that is offered instead, and its label. */
  to: string;
  label: string;
}

/** A page for items that do not exist, or not in this department. */
export function NotFound({ title, description, to, label }: NotFoundProps) {
  return (
    <EmptyState
      title={title}
      description={description}
      action={
        <Button variant="default" component={Link} to={to}>
          {label}
        </Button>
      }
    />
  );
}

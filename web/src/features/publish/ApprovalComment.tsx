import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ApprovalCommentProps {
  value: string;
  onChange: (comment: string) => void;
}

/** Says that a second person has to approve, and takes a comment for them. */
export function ApprovalComment({ value, onChange }: ApprovalCommentProps) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t('approvals.comment')}
      description={t('approvals.notice')}
      maxLength={1000}
      autosize
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

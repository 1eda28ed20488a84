import { Modal as Base, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './useFocusBack';

/** A dialog with a close button. It returns the focus to the element that opened it. */
export function Modal(props: ModalProps) {
  const { t } = useTranslation();
  useFocusBack();
  return <Base closeButtonProps={{ 'aria-label': t('ui.dialog.close') }} {...props} />;
}

import { Modal as Base, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './useFocusBack';

/** A dialog. It has a button to close it, and gives the focus back to what opened it. */
export function Modal(props: ModalProps) {
  const { t } = useTranslation();
  useFocusBack();
  return <Base closeButtonProps={{ 'aria-label': t('ui.dialog.close') }} {...props} />;
}

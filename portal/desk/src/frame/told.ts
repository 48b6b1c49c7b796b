// Success notifications.
import { notifications } from '@mantine/notifications';

/** Shows a brief notification, which screen readers announce. */
export const tell = (message: string): void => {
  notifications.show({ message });
};

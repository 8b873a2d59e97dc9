import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { BeginStaffAccess } from './begin-staff-access.ts';
import { EndStaffAccess, NoteEndedStaffAccess, TurnStaffOut } from './end-staff-access.ts';
import { GrantStaff } from './grant-staff.ts';
import { RevokeStaff } from './revoke-staff.ts';
import { StaffController } from './staff.controller.ts';

/** Nest module of staff and their read access. */
@Module({
  controllers: [StaffController],
  providers: handlersOf(GrantStaff, RevokeStaff, BeginStaffAccess, EndStaffAccess, NoteEndedStaffAccess, TurnStaffOut),
})
export class StaffModule {}

import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { AllowStaffReturn } from './allow-staff-return.ts';
import { BeginStaffAccess } from './begin-staff-access.ts';
import { EndStaffAccess, NoteEndedStaffAccess, TurnStaffOut } from './end-staff-access.ts';
import { GrantStaff } from './grant-staff.ts';
import { RevokeStaff } from './revoke-staff.ts';
import { StaffController } from './staff.controller.ts';

const commands = [TurnStaffOut, AllowStaffReturn];

/** Nest module of staff and their read access. */
@Module({
  controllers: [StaffController, commandController('StaffCommandsController', commands)],
  providers: handlersOf(GrantStaff, RevokeStaff, BeginStaffAccess, EndStaffAccess, NoteEndedStaffAccess, ...commands),
})
export class StaffModule {}

import {
  AlertOutlined as Alert,
  ApiOutlined as Api,
  AppstoreOutlined as Appstore,
  ArrowUpOutlined as ArrowUp,
  AuditOutlined as Audit,
  BankOutlined as Bank,
  BarChartOutlined as BarChart,
  CalendarOutlined as Calendar,
  CheckOutlined as Check,
  ClockCircleOutlined as ClockCircle,
  CloseOutlined as Close,
  ContactsOutlined as Contacts,
  ControlOutlined as Control,
  CopyOutlined as Copy,
  DeleteOutlined as Delete,
  DesktopOutlined as Desktop,
  DownOutlined as Down,
  DownloadOutlined as Download,
  EyeOutlined as Eye,
  FieldTimeOutlined as FieldTime,
  FileProtectOutlined as FileProtect,
  FilterOutlined as Filter,
  FormOutlined as Form,
  HistoryOutlined as History,
  HolderOutlined as Holder,
  HomeOutlined as Home,
  IdcardOutlined as Idcard,
  KeyOutlined as Key,
  InfoCircleOutlined as InfoCircle,
  LaptopOutlined as Laptop,
  LeftOutlined as Left,
  LockOutlined as Lock,
  MenuOutlined as Menu,
  MessageOutlined as Message,
  MoonOutlined as Moon,
  MoreOutlined as More,
  PhoneOutlined as Phone,
  PictureOutlined as Picture,
  PlusOutlined as Plus,
  PrinterOutlined as Printer,
  QuestionCircleOutlined as QuestionCircle,
  RightOutlined as Right,
  SafetyOutlined as Safety,
  ScheduleOutlined as Schedule,
  SearchOutlined as Search,
  SettingOutlined as Setting,
  StopOutlined as Stop,
  SunOutlined as Sun,
  TeamOutlined as Team,
  TranslationOutlined as Translation,
  UpOutlined as Up,
  UploadOutlined as Upload,
  UserOutlined as User,
  UsergroupAddOutlined as UsergroupAdd,
  WarningOutlined as Warning,
} from '@ant-design/icons'
import type { ComponentProps } from 'react'

/** An icon stands beside words, or in a control that has a name: its own English one is not to be read out. */
const mute = (Icon: typeof Plus) =>
  function MuteIcon(props: ComponentProps<typeof Plus>) {
    return <Icon aria-hidden {...props} />
  }

export const AlertOutlined = mute(Alert)
export const ApiOutlined = mute(Api)
export const AppstoreOutlined = mute(Appstore)
export const ArrowUpOutlined = mute(ArrowUp)
export const AuditOutlined = mute(Audit)
export const BankOutlined = mute(Bank)
export const BarChartOutlined = mute(BarChart)
export const CalendarOutlined = mute(Calendar)
export const CheckOutlined = mute(Check)
export const ClockCircleOutlined = mute(ClockCircle)
export const CloseOutlined = mute(Close)
export const ContactsOutlined = mute(Contacts)
export const ControlOutlined = mute(Control)
export const CopyOutlined = mute(Copy)
export const DeleteOutlined = mute(Delete)
export const DesktopOutlined = mute(Desktop)
export const DownOutlined = mute(Down)
export const DownloadOutlined = mute(Download)
export const EyeOutlined = mute(Eye)
export const FieldTimeOutlined = mute(FieldTime)
export const FileProtectOutlined = mute(FileProtect)
export const FilterOutlined = mute(Filter)
export const FormOutlined = mute(Form)
export const HistoryOutlined = mute(History)
export const HolderOutlined = mute(Holder)
export const HomeOutlined = mute(Home)
export const IdcardOutlined = mute(Idcard)
export const KeyOutlined = mute(Key)
export const InfoCircleOutlined = mute(InfoCircle)
export const LaptopOutlined = mute(Laptop)
export const LeftOutlined = mute(Left)
export const LockOutlined = mute(Lock)
export const MenuOutlined = mute(Menu)
export const MessageOutlined = mute(Message)
export const MoonOutlined = mute(Moon)
export const MoreOutlined = mute(More)
export const PhoneOutlined = mute(Phone)
export const PictureOutlined = mute(Picture)
export const PlusOutlined = mute(Plus)
export const PrinterOutlined = mute(Printer)
export const QuestionCircleOutlined = mute(QuestionCircle)
export const RightOutlined = mute(Right)
export const SafetyOutlined = mute(Safety)
export const ScheduleOutlined = mute(Schedule)
export const SearchOutlined = mute(Search)
export const SettingOutlined = mute(Setting)
export const StopOutlined = mute(Stop)
export const SunOutlined = mute(Sun)
export const TeamOutlined = mute(Team)
export const TranslationOutlined = mute(Translation)
export const UpOutlined = mute(Up)
export const UploadOutlined = mute(Upload)
export const UserOutlined = mute(User)
export const UsergroupAddOutlined = mute(UsergroupAdd)
export const WarningOutlined = mute(Warning)

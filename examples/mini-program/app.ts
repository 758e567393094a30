App({})

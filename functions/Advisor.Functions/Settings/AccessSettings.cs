using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using static Advisor.Functions.Settings.SettingValues;

namespace Advisor.Functions.Settings;

/// <summary>Reads the settings of who may see and answer the pages.</summary>
internal sealed class AccessSettings(SettingValues values)
{
    public SignInMode ReadSignIn()
    {
        if (SignInModes.Parse(values.ReadText("SignIn")) is { } mode)
        {
            return mode;
        }

        values.AddProblem($"{FormatName("SignIn")} is '{values.ReadText("SignIn")}'; it must be off, record or require.");
        return SignInMode.Off;
    }

    public DashboardAccess ReadDashboard()
    {
        switch (values.ReadText("Dashboard")?.ToLowerInvariant())
        {
            case null or "signin":
                return DashboardAccess.SignedIn;
            case "open":
                return DashboardAccess.ReadOnly;
            case "off":
                return DashboardAccess.Off;
            default:
                values.AddProblem($"{FormatName("Dashboard")} is '{values.ReadText("Dashboard")}'; it must be signIn, open or off.");
                return DashboardAccess.Off;
        }
    }
}

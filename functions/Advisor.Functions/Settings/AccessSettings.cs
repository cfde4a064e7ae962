using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using static Advisor.Functions.Settings.SettingValues;

namespace Advisor.Functions.Settings;

/// <summary>Reads the settings of who may see and answer the pages.</summary>
internal sealed class AccessSettings(SettingValues values)
{
    // A deployment that only knows whether authentication is on writes True and False.
    public SignInMode ReadSignIn()
    {
        switch (values.Text("SignIn")?.ToLowerInvariant())
        {
            case null or "off" or "false":
                return SignInMode.Off;
            case "record" or "true":
                return SignInMode.Record;
            case "require":
                return SignInMode.Require;
            default:
                values.AddProblem($"{Name("SignIn")} is '{values.Text("SignIn")}'; it is off, record or require.");
                return SignInMode.Off;
        }
    }

    public DashboardAccess ReadDashboard()
    {
        switch (values.Text("Dashboard")?.ToLowerInvariant())
        {
            case null or "signin":
                return DashboardAccess.SignedIn;
            case "open":
                return DashboardAccess.ReadOnly;
            case "off":
                return DashboardAccess.Off;
            default:
                values.AddProblem($"{Name("Dashboard")} is '{values.Text("Dashboard")}'; it is signIn, open or off.");
                return DashboardAccess.Off;
        }
    }
}

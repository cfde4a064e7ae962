using System.Globalization;
using Advisor.Configuration;
using Advisor.Core.Settings;
using Advisor.Web.Dashboard;
using Advisor.Web.SignIn;
using static Advisor.Functions.Settings.SettingValues;

namespace Advisor.Functions.Settings;

/// <summary>
/// Reads all app settings and reports all problems at once, each with the setting's name and what to do. Secret values are not repeated.
/// </summary>
internal sealed class AppSettingsReader
{
    /// <summary>Environment variable with the address of the webhook.</summary>
    public const string WebhookVariable = "Advisor__WebhookUrl";

    private const string IdentityVariable = "AZURE_CLIENT_ID";

    private static readonly string[] Known =
    [
        "State:TableServiceUri",
        "Subscriptions",
        "ConfigFile",
        "Paused",
        "DryRun",
        "Mode",
        "Interval",
        "WebhookUrl",
        "Cloud",
        "AzureEndpoint",
        "AzureClock",
        // Deployment settings read elsewhere.
        "Address",
        "SignIn",
        "Dashboard",
        "ApprovalKeys",
    ];

    private readonly IConfiguration configuration;
    private readonly SettingValues values;

    private AppSettingsReader(IConfiguration configuration) =>
        (this.configuration, values) = (configuration, new SettingValues(configuration));

    /// <summary>Reads the settings; null when there is any problem.</summary>
    public static (AppSettings? Settings, IReadOnlyList<string> Problems) Read(IConfiguration configuration)
    {
        var reader = new AppSettingsReader(configuration);
        var settings = reader.Read();
        return (reader.values.Problems.Count == 0 ? settings : null, reader.values.Problems);
    }

    private AppSettings Read()
    {
        RefuseUnknown();
        var addresses = new AddressSettings(values);
        var table = addresses.ReadTable();
        var endpoint = values.ReadUrl("AzureEndpoint");
        if (endpoint is { IsLoopback: false })
        {
            values.AddProblem($"{FormatName("AzureEndpoint")} is for an Azure on this machine only; remove it to use Azure.");
        }

        var clock = values.ReadFlag("AzureClock");
        if (clock && values.ReadText("AzureEndpoint") is null)
        {
            values.AddProblem(
                $"{FormatName("AzureClock")} takes the time from {FormatName("AzureEndpoint")}, which is not set: "
                    + "remove it to use the real time."
            );
        }

        var (mode, links) = (values.ReadChoice<AdvisorMode>("Mode", "observe, recommend, approve, autoUp or auto"), addresses.ReadLinks());
        if (mode == AdvisorMode.Approve && values.ReadText("ApprovalKeys") is null)
        {
            values.AddProblem(
                $"{FormatName("Mode")} is approve, but messages would have no approval link: "
                    + $"set {FormatName("ApprovalKeys")} and {FormatName("Address")}, or another mode."
            );
        }

        // Continues even when the table service is missing, to report all problems at once; the result is discarded then.
        return new AppSettings
        {
            TableService = table!,
            Subscriptions = ReadSubscriptions(),
            ConfigFile = values.ReadText("ConfigFile"),
            Paused = values.ReadFlag("Paused"),
            DryRun = values.ReadFlag("DryRun"),
            Mode = mode,
            Cloud = values.ReadChoice<AzureCloud>("Cloud", "public, usGovernment or china"),
            Interval =
                values.Read("Interval", ParseInterval, "a whole number of minutes from 00:01:00 to 01:00:00") ?? TimeSpan.FromMinutes(1),
            Webhook = addresses.ReadWebhook(),
            AzureEndpoint = endpoint,
            Links = links,
            SignIn = values.Read("SignIn", SignInModes.Parse, "off, record or require") ?? SignInMode.Off,
            Dashboard = values.Read("Dashboard", ParseDashboard, "signIn, open or off") ?? DashboardAccess.SignedIn,
            AzureClock = clock,
            ManagedIdentity = ReadIdentity(),
        };
    }

    private string? ReadIdentity()
    {
        if (configuration[IdentityVariable] is not { Length: > 0 } id)
        {
            return null;
        }

        if (!Guid.TryParse(id, out _))
        {
            values.AddProblem($"{IdentityVariable} is not a client id (a GUID); remove it to use the system-assigned identity.");
        }

        return id;
    }

    // A misspelled kill switch must not be ignored.
    private void RefuseUnknown()
    {
        foreach (var (key, value) in configuration.GetSection(SettingValues.Section).AsEnumerable(makePathsRelative: true))
        {
            if (value is not null && !Known.Contains(key, StringComparer.OrdinalIgnoreCase))
            {
                values.AddProblem(
                    $"{FormatName(key)} is not a known setting; this version has {string.Join(", ", Known.Select(FormatName))}."
                );
            }
        }
    }

    private IReadOnlyList<string> ReadSubscriptions()
    {
        var ids = (values.ReadText("Subscriptions") ?? "").Split(
            ',',
            StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries
        );
        foreach (var id in ids.Where(id => !Guid.TryParseExact(id, "D", out _)))
        {
            values.AddProblem(
                $"{FormatName("Subscriptions")} has '{id}', which is not a subscription id (a GUID); separate ids with commas."
            );
        }

        return [.. ids.Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    private static TimeSpan? ParseInterval(string text) =>
        TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out var interval)
        && interval >= TimeSpan.FromMinutes(1)
        && interval <= TimeSpan.FromHours(1)
        && interval.Ticks % TimeSpan.TicksPerMinute == 0
            ? interval
            : null;

    private static DashboardAccess? ParseDashboard(string text) =>
        text.ToLowerInvariant() switch
        {
            "signin" => DashboardAccess.SignedIn,
            "open" => DashboardAccess.ReadOnly,
            "off" => DashboardAccess.Off,
            _ => null,
        };
}

using System.Globalization;
using Advisor.Core.Settings;
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
        var access = new AccessSettings(values);
        var table = addresses.ReadTable();
        var endpoint = values.Url("AzureEndpoint");
        if (endpoint is { IsLoopback: false })
        {
            values.AddProblem($"{Name("AzureEndpoint")} is for an Azure on this machine only; remove it to use Azure.");
        }

        var clock = values.Flag("AzureClock");
        if (clock && values.Text("AzureEndpoint") is null)
        {
            values.AddProblem(
                $"{Name("AzureClock")} takes the time from {Name("AzureEndpoint")}, which is not set: remove it to go by the real time."
            );
        }

        var (mode, links) = (Mode(), addresses.ReadLinks());
        if (mode == AdvisorMode.Approve && values.Text("ApprovalKeys") is null)
        {
            values.AddProblem(
                $"{Name("Mode")} is approve, but no message would have a link to approve by: "
                    + $"set {Name("ApprovalKeys")} and {Name("Address")}, or another mode."
            );
        }

        // Continues even when the table service is missing, to report all problems at once; the result is discarded then.
        return new AppSettings
        {
            TableService = table!,
            Subscriptions = Subscriptions(),
            ConfigFile = values.Text("ConfigFile"),
            Paused = values.Flag("Paused"),
            DryRun = values.Flag("DryRun"),
            Mode = mode,
            Interval = Interval(),
            Webhook = addresses.ReadWebhook(),
            AzureEndpoint = endpoint,
            Links = links,
            SignIn = access.ReadSignIn(),
            Dashboard = access.ReadDashboard(),
            AzureClock = clock,
            ManagedIdentity = Identity(),
        };
    }

    private string? Identity()
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
                values.AddProblem($"{Name(key)} is not a known setting; this version has {string.Join(", ", Known.Select(Name))}.");
            }
        }
    }

    private IReadOnlyList<string> Subscriptions()
    {
        var ids = (values.Text("Subscriptions") ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (var id in ids.Where(id => !Guid.TryParseExact(id, "D", out _)))
        {
            values.AddProblem($"{Name("Subscriptions")} has '{id}', which is not a subscription id (a GUID); separate them by commas.");
        }

        return [.. ids.Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    private AdvisorMode? Mode()
    {
        if (values.Text("Mode") is not { } text)
        {
            return null;
        }

        if (text.All(char.IsAsciiLetter) && Enum.TryParse<AdvisorMode>(text, ignoreCase: true, out var mode))
        {
            return mode;
        }

        values.AddProblem($"{Name("Mode")} is '{text}'; it is observe, recommend, approve, autoUp or auto.");
        return null;
    }

    private TimeSpan Interval()
    {
        if (values.Text("Interval") is not { } text)
        {
            return TimeSpan.FromMinutes(1);
        }

        if (
            !TimeSpan.TryParseExact(text, "c", CultureInfo.InvariantCulture, out var interval)
            || interval < TimeSpan.FromMinutes(1)
            || interval > TimeSpan.FromHours(1)
            || interval.Ticks % TimeSpan.TicksPerMinute != 0
        )
        {
            values.AddProblem($"{Name("Interval")} is '{text}'; it is a whole number of minutes from 00:01:00 to 01:00:00.");
        }

        return interval;
    }
}

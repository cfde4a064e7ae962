using System.Globalization;
using Advisor.Api.Dashboard;
using Advisor.Api.SignIn;
using Advisor.Core.Settings;
using Advisor.Service.SignedLinks;

namespace Advisor.Functions.Settings;

/// <summary>
/// Reads all app settings and reports all problems at once, each with the setting's name and what to do. Secret values are not repeated.
/// </summary>
internal sealed class AppSettingsReader
{
    /// <summary>Environment variable with the address of the webhook.</summary>
    public const string WebhookVariable = "Advisor__WebhookUrl";

    private const string Section = "Advisor";
    private const string IdentityVariable = "AZURE_CLIENT_ID";

    private static readonly string[] OtherServices = [".blob.", ".queue.", ".file.", ".dfs.", ".web."];

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
    private readonly List<string> problems = [];

    private AppSettingsReader(IConfiguration configuration) => this.configuration = configuration;

    /// <summary>Reads the settings; null when there is any problem.</summary>
    public static (AppSettings? Settings, IReadOnlyList<string> Problems) Read(IConfiguration configuration)
    {
        var reader = new AppSettingsReader(configuration);
        var settings = reader.Read();
        return (reader.problems.Count == 0 ? settings : null, reader.problems);
    }

    private AppSettings Read()
    {
        RefuseUnknown();
        var table = Table();
        var endpoint = Url("AzureEndpoint");
        if (endpoint is { IsLoopback: false })
        {
            problems.Add($"{Name("AzureEndpoint")} is for an Azure on this machine only; remove it to use Azure.");
        }

        var clock = Flag("AzureClock");
        if (clock && Text("AzureEndpoint") is null)
        {
            problems.Add(
                $"{Name("AzureClock")} takes the time from {Name("AzureEndpoint")}, which is not set: remove it to go by the real time."
            );
        }

        var (mode, links) = (Mode(), Links());
        if (mode == AdvisorMode.Approve && Text("ApprovalKeys") is null)
        {
            problems.Add(
                $"{Name("Mode")} is approve, but no message would have a link to approve by: "
                    + $"set {Name("ApprovalKeys")} and {Name("Address")}, or another mode."
            );
        }

        // Continues even when the table service is missing, to report all problems at once; the result is discarded then.
        return new AppSettings
        {
            TableService = table!,
            Subscriptions = Subscriptions(),
            ConfigFile = Text("ConfigFile"),
            Paused = Flag("Paused"),
            DryRun = Flag("DryRun"),
            Mode = mode,
            Interval = Interval(),
            Webhook = Webhook(),
            AzureEndpoint = endpoint,
            Links = links,
            SignIn = SignIn(),
            Dashboard = Dashboard(),
            AzureClock = clock,
            ManagedIdentity = Identity(),
        };
    }

    // A path or query would be part of every request and error message: a signature there is a secret.
    private Uri? Table()
    {
        const string Key = "State:TableServiceUri";
        if (Text(Key) is null)
        {
            problems.Add($"{Name(Key)} is not set: the address of the table service, such as https://ACCOUNT.table.core.windows.net.");
            return null;
        }

        var table = Url(Key);
        var problem =
            table is null ? null
            : table.Query.Length > 0 || table.Fragment.Length > 0 || table.UserInfo.Length > 0
                ? "is the address alone, without a key or a signature: Advisor signs in as its identity."
            : table.IsLoopback
                ? table.AbsolutePath == "/" ? "is an emulator's: it ends with the account, such as http://127.0.0.1:10002/devstoreaccount1."
                    : null
            : table.AbsolutePath != "/" ? "is scheme and host alone, such as https://ACCOUNT.table.core.windows.net."
            : OtherServices.FirstOrDefault(service => table.Host.Contains(service, StringComparison.OrdinalIgnoreCase)) is { } other
                ? $"has '{other}': it is the account's table service, with '.table.'."
            : null;
        if (problem is not null)
        {
            problems.Add($"{Name(Key)} {problem}");
        }

        return table;
    }

    private Uri? Webhook()
    {
        var webhook = Url("WebhookUrl");
        if (webhook is { UserInfo.Length: > 0 })
        {
            problems.Add($"{Name("WebhookUrl")} must not hold a user name or a password: a key belongs into the path or the query.");
        }

        return webhook;
    }

    private string? Identity()
    {
        if (configuration[IdentityVariable] is not { Length: > 0 } id)
        {
            return null;
        }

        if (!Guid.TryParse(id, out _))
        {
            problems.Add($"{IdentityVariable} is no client id (a GUID); remove it to use the system-assigned identity.");
        }

        return id;
    }

    // A misspelled kill switch must not be ignored.
    private void RefuseUnknown()
    {
        foreach (var (key, value) in configuration.GetSection(Section).AsEnumerable(makePathsRelative: true))
        {
            if (value is not null && !Known.Contains(key, StringComparer.OrdinalIgnoreCase))
            {
                problems.Add($"{Name(key)} is not a known setting; this version has {string.Join(", ", Known.Select(Name))}.");
            }
        }
    }

    private IReadOnlyList<string> Subscriptions()
    {
        var ids = (Text("Subscriptions") ?? "").Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (var id in ids.Where(id => !Guid.TryParseExact(id, "D", out _)))
        {
            problems.Add($"{Name("Subscriptions")} has '{id}', which is no subscription id (a GUID); separate them by commas.");
        }

        return [.. ids.Distinct(StringComparer.OrdinalIgnoreCase)];
    }

    private bool Flag(string key)
    {
        if (Text(key) is not { } text)
        {
            return false;
        }

        if (!bool.TryParse(text, out var flag))
        {
            problems.Add($"{Name(key)} is '{text}'; it is true or false.");
        }

        return flag;
    }

    private AdvisorMode? Mode()
    {
        if (Text("Mode") is not { } text)
        {
            return null;
        }

        if (text.All(char.IsAsciiLetter) && Enum.TryParse<AdvisorMode>(text, ignoreCase: true, out var mode))
        {
            return mode;
        }

        problems.Add($"{Name("Mode")} is '{text}'; it is observe, recommend, approve, autoUp or auto.");
        return null;
    }

    private TimeSpan Interval()
    {
        if (Text("Interval") is not { } text)
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
            problems.Add($"{Name("Interval")} is '{text}'; it is a whole number of minutes from 00:01:00 to 01:00:00.");
        }

        return interval;
    }

    /// <summary>Keys without an address are useless; an address without keys belongs to an app whose messages have no links.</summary>
    private AppLinks? Links()
    {
        var before = problems.Count;
        var address = Url("Address");
        if (address is not null && AppLinks.FindProblem(address) is { } wrong)
        {
            problems.Add($"{Name("Address")} {wrong}");
        }

        if (Text("ApprovalKeys") is not { } text || IsUnresolved("ApprovalKeys", text))
        {
            return null;
        }

        var (ring, badKeys) = KeyRing.Read(text);
        problems.AddRange(badKeys.Select(problem => $"{Name("ApprovalKeys")}: {problem}"));
        if (Text("Address") is null)
        {
            problems.Add(
                $"{Name("ApprovalKeys")} needs {Name("Address")}: where people reach this app, such as https://APP.azurewebsites.net."
            );
        }

        return problems.Count == before ? new AppLinks(address!, ring!) : null;
    }

    // A deployment that only knows whether authentication is on writes True and False.
    private SignInMode SignIn()
    {
        switch (Text("SignIn")?.ToLowerInvariant())
        {
            case null or "off" or "false":
                return SignInMode.Off;
            case "record" or "true":
                return SignInMode.Record;
            case "require":
                return SignInMode.Require;
            default:
                problems.Add($"{Name("SignIn")} is '{Text("SignIn")}'; it is off, record or require.");
                return SignInMode.Off;
        }
    }

    private DashboardAccess Dashboard()
    {
        switch (Text("Dashboard")?.ToLowerInvariant())
        {
            case null or "signin":
                return DashboardAccess.SignedIn;
            case "open":
                return DashboardAccess.ReadOnly;
            case "off":
                return DashboardAccess.Off;
            default:
                problems.Add($"{Name("Dashboard")} is '{Text("Dashboard")}'; it is signIn, open or off.");
                return DashboardAccess.Off;
        }
    }

    private bool IsUnresolved(string key, string text)
    {
        if (!text.StartsWith("@Microsoft.KeyVault(", StringComparison.OrdinalIgnoreCase))
        {
            return false;
        }

        problems.Add(
            $"{Name(key)} refers to a secret that could not be read: check the secret's name and the identity's right to read it."
        );
        return true;
    }

    private Uri? Url(string key)
    {
        if (Text(key) is not { } text || IsUnresolved(key, text))
        {
            return null;
        }

        if (
            Uri.TryCreate(text, UriKind.Absolute, out var url)
            && (url.Scheme == Uri.UriSchemeHttps || (url.Scheme == Uri.UriSchemeHttp && url.IsLoopback))
        )
        {
            return url;
        }

        problems.Add($"{Name(key)} is no address: it begins with https:// (http:// for this machine only).");
        return null;
    }

    private string? Text(string key) =>
        configuration[$"{Section}:{key}"] is { } text && !string.IsNullOrWhiteSpace(text) ? text.Trim() : null;

    private static string Name(string key) => $"{Section}__{key.Replace(":", "__", StringComparison.Ordinal)}";
}

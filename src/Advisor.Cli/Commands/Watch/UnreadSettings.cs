using Advisor.Configuration.Routing;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Watch;

/// <summary>
/// The settings of the environment that <c>watch</c> and <c>serve</c> do not read: most are of the Functions app, some are misspelled.
/// One that was meant to limit what Advisor does must not be ignored silently.
/// </summary>
internal static class UnreadSettings
{
    private const string Prefix = "Advisor__";

    // Each setting that Advisor has, without the prefix, and what to use here in its place; null = it is read.
    private static readonly (string Name, string? Instead)[] All =
    [
        ("Address", null),
        ("ApiKeys", null),
        ("ApprovalKeys", null),
        ("DryRun", null),
        ("Paused", null),
        ("SignIn", null),
        ("AzureClock", "use --endpoint with --hours"),
        ("AzureEndpoint", "use --endpoint"),
        ("Cloud", "set cloud in advisor.yaml"),
        ("ConfigFile", "use --config"),
        ("Dashboard", "use --allow-anonymous to let anyone read"),
        ("Interval", "use --interval"),
        ("Mode", "use --mode"),
        ("State__TableServiceUri", "the state is a file, named by --state"),
        ("Subscriptions", "use --subscription"),
        ("WebhookUrl", $"use {WatchRun.WebhookVariable}"),
    ];

    /// <summary>Describes each setting of the environment that is not read, with what to use in its place.</summary>
    /// <param name="routing">Channels of advisor.yaml, which may name any variable (env:NAME); null = none.</param>
    public static IEnumerable<string> Describe(CliContext cli, RoutingSettings? routing) =>
        cli.ListVariables()
            .Where(name =>
                name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) || Squeeze(name) is "ADVISORPAUSED" or "ADVISORDRYRUN"
            )
            .Where(name => cli.Environment(name) is { Length: > 0 } && routing?.UsesVariable(name) != true)
            .Order(StringComparer.Ordinal)
            .Select(name => Describe(cli, name))
            .OfType<string>();

    // Names differ by case where the operating system says so: ADVISOR__PAUSED is read on Windows only. azd has ADVISOR_PAUSED.
    private static string? Describe(CliContext cli, string name)
    {
        var (known, instead) = Array.Find(All, one => Squeeze(Prefix + one.Name) == Squeeze(name));
        return known is null ? $"{UntrustedText.Sanitize(name)} is not a known setting: it has no effect."
            : instead is not null ? $"{UntrustedText.Sanitize(name)} is a setting of the Functions app and has no effect here: {instead}."
            : cli.Environment(Prefix + known) != cli.Environment(name)
                ? $"{UntrustedText.Sanitize(name)} has no effect: the setting is {Prefix}{known}."
            : null;
    }

    private static string Squeeze(string name) => name.Replace("_", "", StringComparison.Ordinal).ToUpperInvariant();
}

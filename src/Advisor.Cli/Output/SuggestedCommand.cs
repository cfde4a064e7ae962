using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Output;

/// <summary>Options of the commands that texts suggest: a command works as it is printed, also where its user named other places.</summary>
public static class SuggestedCommand
{
    private const string Plain = "-._/:,=+@";

    /// <summary>Returns <c> --config my.yaml</c>; empty where the user gave no value. Whatever it is, it is one word to a shell.</summary>
    public static string FormatOption(string name, string? value) =>
        value is null ? "" : $" {name} {Quote(UntrustedText.Sanitize(value), OperatingSystem.IsWindows())}";

    /// <summary>Returns the command that shows whether a server answers. To Windows PowerShell, curl alone is Invoke-WebRequest.</summary>
    public static string FormatCall(Uri server) =>
        $"{(OperatingSystem.IsWindows() ? "curl.exe" : "curl")} -I {server.GetLeftPart(UriPartial.Authority)}";

    /// <summary>Quotes a word for PowerShell or for POSIX shells: in double quotes, which both read alike, unless a shell would act on
    /// something in them; then in single quotes. PowerShell takes typographic quotes for quotes (its CharTraits.cs).</summary>
    public static string Quote(string word, bool forPowerShell)
    {
        var (plain, special, ends) = forPowerShell ? (Plain + '\\', "$`\"!“”„", "'‘’‚‛") : (Plain, "$`\"!\\", "'");
        // At the start, @ means a variable to PowerShell, = a program to zsh.
        return word.Length > 0 && word[0] is not ('@' or '=') && word.All(c => char.IsLetterOrDigit(c) || plain.Contains(c)) ? word
            : word.Any(special.Contains) || word.EndsWith('\\')
                ? $"'{string.Concat(word.Select(c => !ends.Contains(c) ? $"{c}" : forPowerShell ? $"{c}{c}" : @"'\''"))}'"
            : $"\"{word}\"";
    }

    /// <summary>Returns the options of the settings file and the rules.</summary>
    internal static string FormatSettings(SettingsSource settings) =>
        FormatOption("--config", settings.ConfigFile) + FormatOption("--rules", settings.RulesFolder);

    /// <summary>Returns the option of the state. What follows an address may be a signature, and is left out.</summary>
    public static string FormatState(string? place) => FormatOption("--state", place?.Split('?')[0]);
}

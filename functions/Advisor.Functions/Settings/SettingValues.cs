using Advisor.Web;

namespace Advisor.Functions.Settings;

/// <summary>Reads single app settings and collects what is wrong with them. Values of secrets are not repeated.</summary>
internal sealed class SettingValues(IConfiguration configuration)
{
    /// <summary>Section of the settings; a setting's full name begins with it.</summary>
    public const string Section = "Advisor";

    private readonly List<string> problems = [];

    public IReadOnlyList<string> Problems => problems;

    public void AddProblem(string problem) => problems.Add(problem);

    /// <summary>Reads a value; null when it is not set or not valid.</summary>
    /// <param name="choices">What it may be, for the problem: "true or false".</param>
    public T? Read<T>(string key, Func<string, T?> parse, string choices)
        where T : struct
    {
        if (ReadText(key) is not { } text)
        {
            return null;
        }

        if (parse(text) is { } value)
        {
            return value;
        }

        problems.Add($"{FormatName(key)} is '{text}'; it must be {choices}.");
        return null;
    }

    /// <summary>Reads true or false; false when it is not set.</summary>
    public bool ReadFlag(string key) => Read<bool>(key, text => bool.TryParse(text, out var flag) ? flag : null, "true or false") ?? false;

    /// <summary>Reads the name of a value of an enumeration, in any case; null when it is not set or not valid.</summary>
    /// <param name="choices">The names, for the problem: "public, usGovernment or china".</param>
    public T? ReadChoice<T>(string key, string choices)
        where T : struct, Enum =>
        // A number is no name, though it is parsed.
        Read<T>(
            key,
            text => text.All(char.IsAsciiLetter) && Enum.TryParse<T>(text, ignoreCase: true, out var choice) ? choice : null,
            choices
        );

    /// <summary>Reads an address, https or on this machine; null when it is not set or not valid.</summary>
    public Uri? ReadUrl(string key)
    {
        if (ReadText(key) is not { } text || IsUnresolved(key, text))
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

        problems.Add($"{FormatName(key)} is not an address: it must begin with https:// (http:// for this machine only).");
        return null;
    }

    /// <summary>Whether a setting is a reference to a secret that could not be resolved; then it is a problem.</summary>
    public bool IsUnresolved(string key, string text)
    {
        if (UnresolvedSecret.FindProblem(FormatName(key), text) is not { } problem)
        {
            return false;
        }

        problems.Add(problem);
        return true;
    }

    /// <summary>Reads a text without white space around it; null when it is not set.</summary>
    public string? ReadText(string key) =>
        configuration[$"{Section}:{key}"] is { } text && !string.IsNullOrWhiteSpace(text) ? text.Trim() : null;

    /// <summary>Full name of a setting, as in the environment.</summary>
    public static string FormatName(string key) => $"{Section}__{key.Replace(":", "__", StringComparison.Ordinal)}";
}

namespace Advisor.Configuration.Resources;

/// <summary>Reads the name of an endpoint group, in a file or a tag.</summary>
internal static class EndpointGroupName
{
    private const int MaxLength = 63;

    /// <summary>Returns the name; the reason says why a text is none: it is empty, too long, or has a control character.</summary>
    public static string Parse(string text, out string? reason)
    {
        var name = text.Trim();
        reason =
            name.Length is > 0 and <= MaxLength && !name.Any(char.IsControl)
                ? null
                : $"The name of an endpoint group has 1 to {MaxLength} characters, on one line.";
        return name;
    }
}

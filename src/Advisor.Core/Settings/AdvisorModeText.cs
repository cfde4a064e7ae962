namespace Advisor.Core.Settings;

/// <summary>Names of modes.</summary>
public static class AdvisorModeText
{
    /// <summary>Returns the name as advisor.yaml, tags and options have it, such as "autoUp".</summary>
    public static string FormatName(this AdvisorMode mode)
    {
        var name = mode.ToString();
        return char.ToLowerInvariant(name[0]) + name[1..];
    }
}

using TimeZoneConverter;

namespace Advisor.Configuration.Schedules;

/// <summary>Time zones by their IANA names, which mean the same on every system.</summary>
public static class IanaTimeZones
{
    /// <summary>Returns the zone of a name such as Europe/Berlin or UTC; null for any other text, a path or a Windows name.</summary>
    public static TimeZoneInfo? Find(string name)
    {
        if (string.Equals(name, "UTC", StringComparison.OrdinalIgnoreCase))
        {
            return TimeZoneInfo.Utc;
        }

        // Every IANA name begins with a capital. Others in the folder of zones are of this machine: localtime, posixrules, right/...
        if (name.Length == 0 || !char.IsAsciiLetterUpper(name[0]))
        {
            return null;
        }

        // Windows has names of its own. .NET maps them by ICU, which is absent under invariant globalization.
        var systemName = name;
        if (OperatingSystem.IsWindows() && !TZConvert.TryIanaToWindows(name, out systemName))
        {
            return null;
        }

#pragma warning disable RS0030 // The name is of this system.
        var isFound = TimeZoneInfo.TryFindSystemTimeZoneById(systemName, out var zone);
#pragma warning restore RS0030
        return !isFound ? null
            : OperatingSystem.IsWindows()
                ? TimeZoneInfo.CreateCustomTimeZone(name, zone!.BaseUtcOffset, name, name, name, zone.GetAdjustmentRules())
            : zone!.HasIanaId ? zone
            : null;
    }
}

namespace Advisor.Core.Text;

/// <summary>Names of the members of enumerations.</summary>
public static class EnumText
{
    /// <summary>Returns the name in JSON, files, tags and options: that of the member in camel case, such as <c>scaleOut</c>.</summary>
    public static string ToCamelCase<T>(this T member)
        where T : struct, Enum
    {
        var name = member.ToString();
        return $"{char.ToLowerInvariant(name[0])}{name.AsSpan(1)}";
    }
}

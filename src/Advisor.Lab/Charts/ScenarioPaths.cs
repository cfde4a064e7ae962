using System.Text;

namespace Advisor.Lab.Charts;

/// <summary>SVG paths of one panel of a scenario: the area of the required units, the steps of a policy, the overloaded minutes.</summary>
internal static class ScenarioPaths
{
    /// <summary>Height of a panel, in pixels.</summary>
    public const int Panel = 74;

    /// <summary>Height of the marks below it, in pixels.</summary>
    public const int Marks = 6;

    // Width of the plot's coordinate system, before it is stretched to its share of the width.
    public const int Plot = 890;

    private static readonly PlotArea Area = new(0, Plot, Panel);

    /// <summary>Returns the area of the required units with at most one value per pixel: the maximum of its minutes.</summary>
    public static string BuildAreaPath(int[] required, int highest)
    {
        var path = new StringBuilder($"M0 {Panel}");
        for (var x = 0; x < Plot; x++)
        {
            path.Append($"V{Area.ToY(required[GetMinutes(x, required.Length)].Max(), highest):0.#}H{x + 1}");
        }

        return path.Append($"V{Panel}Z").ToString();
    }

    public static string BuildStepPath(int[] units, int highest) => Area.BuildStepPath(units, highest, "M0 ");

    public static string BuildOverloadMarks(int[] units, int[] required)
    {
        var isOver = units.Zip(required, (have, need) => have < need).ToArray();
        return string.Concat(
            Enumerable
                .Range(0, Plot)
                .Where(x => isOver[GetMinutes(x, isOver.Length)].Contains(true))
                .Select(x => $"M{x} {Panel + 2}h1v{Marks}h-1z")
        );
    }

    // The minutes of a pixel; at least one.
    private static Range GetMinutes(int x, int minutes)
    {
        var from = (int)((long)x * minutes / Plot);
        var to = (int)((long)(x + 1) * minutes / Plot);
        return from..Math.Max(to, Math.Min(from + 1, minutes));
    }
}

using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Service.Change;

/// <summary>Describes a change in words, for messages and pages. Pure.</summary>
public static class ChangeText
{
    private const int MaxReasons = 2;

    /// <summary>Returns both sizes, such as "Standard_S1 x 1 to Standard_S1 x 3".</summary>
    public static string DescribeSizes(string fromSku, int fromUnits, string toSku, int toUnits) =>
        $"{Wording.FormatSize(fromSku, fromUnits)} to {Wording.FormatSize(toSku, toUnits)}";

    /// <summary>Returns the first reasons as sentences.</summary>
    public static string DescribeReasons(IEnumerable<Reason> reasons) =>
        string.Join(' ', reasons.Take(MaxReasons).Select(reason => reason.Text));

    /// <inheritdoc cref="DroppedConnections.Describe"/>
    public static string? DescribeDroppedConnections(string fromSku, int fromUnits, string toSku, int toUnits, double? ratio = null) =>
        DroppedConnections.Describe(fromSku, fromUnits, toSku, toUnits, ratio);
}

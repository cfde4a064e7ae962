using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Service.Changes;

/// <summary>Describes a change in words, for messages and pages. Pure.</summary>
public static class ChangeText
{
    private const int MaxReasons = 2;

    /// <summary>Returns both sizes, such as "Standard_S1 x 1 to Standard_S1 x 3".</summary>
    public static string DescribeSizes(Size from, Size to) => $"{from} to {to}";

    /// <summary>Returns the first reasons as sentences.</summary>
    public static string DescribeReasons(IEnumerable<Reason> reasons) =>
        string.Join(' ', reasons.Take(MaxReasons).Select(reason => reason.Text));
}

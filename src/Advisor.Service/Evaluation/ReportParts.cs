using Advisor.Core.Reports;

namespace Advisor.Service.Evaluation;

/// <summary>Parts of a report that are built only where they are asked for.</summary>
/// <param name="Usage">Whether the report contains the required units of every interval of the past.</param>
/// <param name="WhatIfs">Other loads and sizes to compare with those of today.</param>
public sealed record ReportParts(bool Usage, IReadOnlyList<WhatIfCase> WhatIfs)
{
    /// <summary>Whether a part is built from the past itself, not from what was learned from it.</summary>
    internal bool NeedPast => Usage || WhatIfs.Count > 0;
}

type FormSuccessProps = {
  text?: string
  referenceLabel?: string
  reference?: string
}

/** What stands in the place of a form whose request is stored; without words it waits, unseen, for a script that has them. */
export function FormSuccess({ text, referenceLabel, reference }: FormSuccessProps) {
  return (
    <div className="form-success" role="status" hidden={!text}>
      <p className="serif large">{text}</p>
      <p>
        <span>{referenceLabel}</span> <b>{reference}</b>
      </p>
    </div>
  )
}
